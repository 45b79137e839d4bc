'use client'

import { ExternalLink, FileText, Image as ImageIcon } from 'lucide-react'
import { Button } from '../ui/button'
import { formatBytes, type PartView } from './content-part'
import { useFold } from './fold-memory'
import { isOutwardLink } from './markdown-nodes'

export type Attached = Extract<PartView, { kind: 'image' | 'file' }>

/**
 * A picture or a file in a message, as a card. A picture is shown when it is asked for and only from the message itself; what
 * lies elsewhere is a link that a person may follow, in a tab that knows nothing of this one.
 */
export function AttachedFile({ name, file }: { name: string; file: Attached }) {
  const [isShown, setIsShown] = useFold(`${name}:shown`)
  const isImage = file.kind === 'image'
  const Icon = isImage ? ImageIcon : FileText
  const title = file.name ?? (isImage ? 'Image' : 'File')
  const facts = [
    file.mediaType,
    file.bytes === null ? null : formatBytes(file.bytes),
    file.remoteUrl === null ? null : hostOf(file.remoteUrl),
  ].filter((fact) => fact !== null)
  return (
    <figure className="my-1 grid max-w-full grid-cols-[minmax(0,1fr)] gap-2 rounded-md border border-line bg-panel px-3 py-2">
      <figcaption className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 text-12">
        <Icon aria-hidden="true" strokeWidth={1.5} className="size-4 shrink-0 text-ink-3" />
        <span className="min-w-0 flex-1 basis-32">
          <span dir="auto" className="block truncate font-medium text-ink" title={title}>
            {title}
          </span>
          <span className="block truncate text-11 text-ink-3">{facts.join(' · ') || 'nothing more is known'}</span>
        </span>
        {file.dataUrl ? (
          <Button size="small" aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
            {isShown ? 'Hide image' : 'Show image'}
          </Button>
        ) : file.remoteUrl !== null && isOutwardLink(file.remoteUrl) ? (
          <a
            href={file.remoteUrl}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="inline-flex min-h-6 items-center gap-1 rounded-xs underline underline-offset-2 pointer-coarse:min-h-11"
          >
            Open in a new tab <ExternalLink aria-hidden="true" className="size-3" />
          </a>
        ) : null}
      </figcaption>
      {isShown && file.dataUrl ? (
        // biome-ignore lint/performance/noImgElement: what is in the message is not known to any optimizer
        <img
          src={file.dataUrl}
          alt={`${title}, as it is in the message`}
          className="max-h-96 max-w-full object-contain"
        />
      ) : null}
    </figure>
  )
}

function hostOf(url: string): string {
  try {
    return `not loaded, lies at ${new URL(url, 'https://unknown.invalid').host}`
  } catch {
    return 'not loaded'
  }
}
