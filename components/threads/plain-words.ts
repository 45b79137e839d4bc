const fences = /^ {0,3}(?:`{3,}|~{3,})[^\n`]*$/gm
const lineStarts = /^[ \t]*(?:>[ \t]?|#{1,6}[ \t]+|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|\d{1,9}[.)][ \t]+)+/gm
const rules = /^[ \t]*(?:[-*_][ \t]*){3,}$/gm
const tableRules = /(^|\s)\|(?:\s*:?-+:?\s*\|)+(?=\s|$)/g

/**
 * The beginning of a message, whose lines may have become one, as plain words: markdown's signs are left out where they only make looks, so that a list shows what
 * was said. What is no markdown, such as `a_b`, `2 * 3` or a lone `#`, stays.
 */
export function plainWords(text: string): string {
  return (
    text
      .replace(fences, '')
      .replace(tableRules, '$1')
      .replace(rules, '')
      .replace(lineStarts, '')
      .replace(/!?\[([^\]\n]*)\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)/g, '$1')
      // A line that a list has cut may end within a link or a stress.
      .replace(/!?\[([^\]\n]*)\]\([^()\s]*$/, '$1')
      .replace(/<(https?:[^<>\s]+)>/g, '$1')
      .replace(/(\*\*|__|~~)(?=\S)([^\n]*?\S)\1/g, '$2')
      .replace(/(^|[^\p{L}\p{N}*_\\])([*_])(?=[^\s*_])([^\n]*?[^\s*_])\2(?![\p{L}\p{N}*_])/gu, '$1$3')
      .replace(/(^|\s)(?:\*\*|__|~~)(?=[\p{L}\p{N}])/gu, '$1')
      .replace(/(`+)([^`\n]+)\1/g, '$2')
      .replace(/(^|\s)#{2,6}\s/g, '$1')
      .replace(/(^|\s)\|(?=\s|$)/g, '$1')
      .replace(/\\([\\`*_{}[\]()#+\-.!|>~])/g, '$1')
      .replace(/\s+/gu, ' ')
      .trim()
  )
}
