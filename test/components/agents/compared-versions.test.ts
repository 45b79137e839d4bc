import { expect, it } from 'vitest'
import { parseAsVersions } from '../../../components/agents/compared-versions'

it('two versions in an address are read back, and anything else is none', () => {
  expect(parseAsVersions.parse(parseAsVersions.serialize({ from: 3, to: 12 }))).toEqual({ from: 3, to: 12 })
  expect(parseAsVersions.parse(parseAsVersions.serialize({ from: 3, to: null }))).toEqual({ from: 3, to: null })
  for (const text of ['', '3', '-3', '3-x', '3-4-5', '1e3-2', '99999999999-1'])
    expect(parseAsVersions.parse(text), text).toBeNull()
})
