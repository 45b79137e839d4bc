/** What is looked at of a node of the HTML tree that markdown becomes. */
interface MarkdownNode {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: MarkdownNode[]
}

/**
 * HTML in a message is shown as the text it is, and an image becomes a link: fetching it would tell its host who reads
 * what. Runs before the sanitizer, which then judges the link like any other.
 */
export function showHtmlAsText() {
  return (tree: MarkdownNode): void => {
    const work = [tree]
    for (let node = work.pop(); node; node = work.pop()) {
      if (node.type === 'raw') node.type = 'text'
      if (node.tagName === 'img') becomeLink(node)
      work.push(...(node.children ?? []))
    }
  }
}

function becomeLink(node: MarkdownNode): void {
  const { src, alt } = node.properties ?? {}
  const label = typeof alt === 'string' && alt !== '' ? alt : 'image'
  node.tagName = 'a'
  node.properties = { href: src }
  node.children = [{ type: 'text', value: `[${label}]` }]
}

/** Links that may be followed: whole addresses of the web or of mail, nothing within Loci itself. */
export function isOutwardLink(href: string | undefined): href is string {
  return href !== undefined && /^(?:https?:\/\/|mailto:)/i.test(href)
}

/** Whether text has anything that markdown would change; most messages do not, and parsing costs. */
export function hasMarkdown(text: string): boolean {
  return /[*_`#[\]|<>~\\&]|https?:|www\.|@|^\s*(?:[-+]|\d+[.)])\s|^\s*(?:={3,}|-{3,})\s*$|^(?: {4}|\t)/m.test(text)
}
