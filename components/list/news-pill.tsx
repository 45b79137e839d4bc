import { ArrowUp } from 'lucide-react'
import { Button } from '../ui/button'

/** Says over a list that it would be another one by now; nothing in it moves until this is pressed. Null says nothing. */
export function NewsPill({ label, onShow }: { label: string | null; onShow: () => void }) {
  return (
    <div role="status" className="pointer-events-none absolute inset-x-0 top-9 z-10 flex justify-center max-sm:top-2">
      {label === null ? null : (
        <Button className="pointer-events-auto shadow-md" icon={<ArrowUp aria-hidden="true" />} onClick={onShow}>
          {label}
        </Button>
      )}
    </div>
  )
}
