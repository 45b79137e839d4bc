'use client'

import type { ComponentProps } from 'react'
import ReactMarkdown, { type Components } from 'react-markdown'
import { harden } from 'rehype-harden'
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize'
import remarkGfm from 'remark-gfm'
import { classNames } from '../ui/class-names'
import { hasMarkdown, isOutwardLink, showHtmlAsText } from './markdown-nodes'

/** Longer texts are shown as they are: parsing them would hold up the page. Characters. */
const LONGEST_MARKDOWN = 20_000

const protocols = ['http', 'https', 'mailto']
const schema = { ...defaultSchema, protocols: { ...defaultSchema.protocols, href: protocols, src: [] } }

const remarkPlugins: ComponentProps<typeof ReactMarkdown>['remarkPlugins'] = [[remarkGfm, { singleTilde: false }]]
const rehypePlugins: ComponentProps<typeof ReactMarkdown>['rehypePlugins'] = [
  showHtmlAsText,
  [rehypeSanitize, schema],
  [harden, { allowedLinkPrefixes: ['*'], allowedImagePrefixes: [], linkBlockPolicy: 'text-only' }],
]

function heading({ children }: { children?: React.ReactNode }) {
  return <p className="font-semibold">{children}</p>
}

const components: Components = {
  a: ({ href, children }) =>
    isOutwardLink(href) ? (
      <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="underline underline-offset-2">
        {children}
      </a>
    ) : (
      <span>{children}</span>
    ),
  // Headings of a message are no headings of the page.
  h1: heading,
  h2: heading,
  h3: heading,
  h4: heading,
  h5: heading,
  h6: heading,
  input: ({ checked }) => <span>{checked ? '☑' : '☐'} </span>,
  pre: ({ children }) => (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className="overflow-x-auto rounded-md border border-line bg-sunk px-3 py-2 font-mono text-[12px]/4.5"
    >
      {children}
    </pre>
  ),
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <div tabIndex={0} className="overflow-x-auto">
      <table className="border-collapse text-13 [&_td]:border [&_td]:border-line [&_td]:px-2 [&_td]:py-1 [&_th]:border [&_th]:border-line [&_th]:px-2 [&_th]:py-1 [&_th]:text-start [&_th]:font-medium">
        {children}
      </table>
    </div>
  ),
}

const flow =
  'grid grid-cols-[minmax(0,1fr)] gap-2 wrap-anywhere [&_:not(pre)>code]:rounded-xs [&_:not(pre)>code]:bg-sunk [&_:not(pre)>code]:px-1 [&_:not(pre)>code]:font-mono [&_:not(pre)>code]:text-12 [&_blockquote]:border-line-strong [&_blockquote]:border-s-2 [&_blockquote]:ps-3 [&_hr]:border-line [&_ol]:list-decimal [&_ol]:ps-6 [&_p]:whitespace-pre-line [&_ul]:list-disc [&_ul]:ps-6'

export interface MarkdownTextProps {
  text: string
  /** Shown as it was written. */
  isPlain?: boolean
  className?: string
}

/** What a message says, with its markdown, and without anything that could run, load or lead within Loci. */
export function MarkdownText({ text, isPlain = false, className }: MarkdownTextProps) {
  if (isPlain || text.length > LONGEST_MARKDOWN || !hasMarkdown(text)) {
    return (
      <div dir="auto" className={classNames('whitespace-pre-wrap wrap-anywhere', className)}>
        {text}
      </div>
    )
  }
  return (
    <div dir="auto" className={classNames(flow, className)}>
      <ReactMarkdown remarkPlugins={remarkPlugins} rehypePlugins={rehypePlugins} components={components}>
        {text}
      </ReactMarkdown>
    </div>
  )
}
