import { CircleAlert } from 'lucide-react'
import { JsonTree } from './json-tree'

/** A message that has no shape this desk knows, as the JSON it is. */
export function OddMessage({ name, message }: { name: string; message: unknown }) {
  return (
    <div className="my-1 rounded-md border border-line border-s-2 border-s-bad bg-sunk px-2.5 pt-1.5 pb-2">
      <p className="flex items-center gap-1.5 text-12 text-bad">
        <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
        Stored in a form that cannot be shown as a message
      </p>
      <JsonTree name={`${name}:odd`} label="Message as stored" value={message} />
    </div>
  )
}
