import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const components = join(import.meta.dirname, '../../../components')
const sources = (folder: string) => readdirSync(join(components, folder)).filter((name) => name.endsWith('.tsx'))

describe('the parts page', () => {
  it('shows a specimen of every part', () => {
    const shown = sources('parts')
      .map((name) => readFileSync(join(components, 'parts', name), 'utf8'))
      .join('\n')
    const absent = sources('ui').filter((name) => !shown.includes(`../ui/${name.replace('.tsx', '')}'`))
    expect(absent).toEqual([])
  })

  it('has all of its sections on it', () => {
    const page = readFileSync(join(components, 'parts/parts-page.tsx'), 'utf8')
    const sections = sources('parts').filter((name) => name.endsWith('-parts.tsx'))
    expect(sections.length).toBeGreaterThan(4)
    expect(sections.filter((name) => !page.includes(`./${name.replace('.tsx', '')}'`))).toEqual([])
  })
})
