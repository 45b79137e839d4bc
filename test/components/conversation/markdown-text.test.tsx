import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { MarkdownText } from '../../../components/conversation/markdown-text'

afterEach(cleanup)

const html = (text: string) => render(<MarkdownText text={text} />).container

describe('MarkdownText', () => {
  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<iframe src="https://evil.test"></iframe>',
    '<svg onload=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<style>*{display:none}</style> **bold**',
  ])('shows HTML as the text it is: %s', (text) => {
    const container = html(text)
    expect(container.querySelector('script, img, iframe, svg, style, a')).toBeNull()
    expect(container.textContent).toContain(text.replace(' **bold**', ''))
  })

  it.each([
    '[x](javascript:alert(1))',
    '[x](data:text/html,<script>alert(1)</script>)',
    '[x](vbscript:x)',
    '[x](/api/auth/sign-out)',
    '[x](//evil.test)',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
  ])('follows no link but of the web and of mail: %s', (text) => {
    expect(html(text).querySelector('a')).toBeNull()
  })

  it('loads no image: it is a link that names it', () => {
    const container = html('![a chart](https://evil.test/p.png?secret=1) ![x](data:image/png;base64,AAAA)')
    expect(container.querySelector('img')).toBeNull()
    const link = container.querySelector('a')
    expect(link?.textContent).toBe('[a chart]')
    expect(link?.rel).toContain('noopener')
    expect(container.querySelectorAll('a')).toHaveLength(1)
  })

  it('renders markdown, and headings of a message are none of the page', () => {
    const container = html('# Title\n\n**bold** and `code`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nhttps://example.com')
    expect(container.querySelector('h1')).toBeNull()
    expect(container.querySelector('strong')?.textContent).toBe('bold')
    expect(container.querySelectorAll('td')).toHaveLength(2)
    expect(container.querySelector('a')?.getAttribute('href')).toBe('https://example.com/')
  })

  it('shows very long text as it is', () => {
    const text = `**${'a'.repeat(30_000)}**`
    expect(html(text).querySelector('strong')).toBeNull()
  })
})
