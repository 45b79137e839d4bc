'use client'

import { ArrowDown } from 'lucide-react'
import { Button } from '../ui/button'
import { formatQuantity } from '../ui/number-format'

/** Messages that came in below what the reader looks at; the reader's place stays until they are asked for. */
export function NewMessages({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 bottom-4 z-10 flex justify-center">
      {count > 0 ? (
        <Button className="pointer-events-auto shadow-md" icon={<ArrowDown aria-hidden />} onClick={onShow}>
          {formatQuantity(count, 'new message')}
        </Button>
      ) : null}
    </div>
  )
}
