import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { Button } from '../ui/button'
import { classNames } from '../ui/class-names'

export interface FileDropProps {
  /** What was chosen, in words: name and size. */
  chosen?: string | undefined
  disabled: boolean
  onFile: (file: File) => void
}

/** Where a file is dropped or chosen. */
export function FileDrop({ chosen, disabled, onFile }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const take = (files: FileList | null) => {
    const [file] = files ?? []
    if (file && !disabled) onFile(file)
  }
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setIsOver(over)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is another way to what the button does
    <div
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event)
        take(event.dataTransfer.files)
      }}
      className={classNames(
        'flex min-h-20 flex-wrap items-center gap-3 rounded-md border border-control border-dashed px-4 py-3',
        isOver && 'border-ink bg-pick',
      )}
    >
      <input
        ref={input}
        type="file"
        aria-label="File to import"
        tabIndex={-1}
        accept=".json,.jsonl,.ndjson,.txt,application/json"
        className="sr-only"
        onChange={(event) => {
          take(event.target.files)
          // The same file may be chosen again after it was mended.
          event.target.value = ''
        }}
      />
      <Button
        disabled={disabled}
        icon={<FileUp aria-hidden="true" strokeWidth={1.5} />}
        onClick={() => input.current?.click()}
      >
        {chosen ? 'Choose another file' : 'Choose a file'}
      </Button>
      <span className="min-w-0 flex-1 text-13 text-ink-2 wrap-anywhere" dir="auto">
        {chosen ?? 'or drop it here'}
      </span>
    </div>
  )
}
