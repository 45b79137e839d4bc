import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { draftHref, readDraft } from '../../../components/agents/linked-draft'
import { Window } from '../../../memory/window-schema'
import { window as anyWindow } from '../../support/window-arbitrary'

const fragmentOf = (href: string) => new URL(href, 'http://loci.test').hash

describe('a draft in a link', () => {
  it('comes back as it was entered, whatever the window and the name of the agent', () => {
    fc.assert(
      fc.property(
        fc.option(fc.string({ minLength: 1 })),
        fc.option(anyWindow.map((input) => Window.parse(input))),
        fc.boolean(),
        (name, window, storing) => {
          const setting = { window, storing, allowCallWindow: !storing }
          expect(readDraft(fragmentOf(draftHref(name, setting)))).toEqual(setting)
        },
      ),
    )
  })

  it('is none in other fragments, and said to be broken where it cannot be read', () => {
    expect(readDraft('')).toBeNull()
    expect(readDraft('#message-3')).toBeNull()
    const broken = [
      '#draft=',
      '#draft=%E0',
      '#draft={',
      '#draft=7',
      `#draft=${encodeURIComponent('{"window":{"strategy":"x"}}')}`,
    ]
    for (const fragment of broken) expect(readDraft(fragment)).toBe('broken')
  })
})
