import { describe, expect, it } from 'vitest'
import { actionsOf } from '../../../components/shell/palette-actions'
import type { Shortcut } from '../../../components/ui/shortcut-store'

const shortcut = (keys: string, label?: string, group?: string): Shortcut => ({ keys, label, group, run: () => {} })

describe('the actions of a screen', () => {
  it('are its named shortcuts by group, without the ways to places', () => {
    const shortcuts = [
      shortcut('mod+k', 'Go to anything', 'Everywhere'),
      shortcut('g t', 'Threads', 'Go to'),
      shortcut('e', 'Tag', 'List'),
      shortcut('escape'),
      shortcut('r', 'Rename'),
      shortcut('x', 'Select', 'List'),
    ]
    const found = actionsOf(shortcuts).map(({ group, actions }) => [group, ...actions.map(({ label }) => label)])
    expect(found).toEqual([
      ['List', 'Tag', 'Select'],
      ['This screen', 'Rename'],
    ])
  })

  it('hold the newest binding of a key alone, as the keyboard does', () => {
    const found = actionsOf([shortcut('e', 'Tag', 'List'), shortcut('e', 'Reviewed, next', 'Review')])
    expect(found).toMatchObject([{ group: 'Review', actions: [{ label: 'Reviewed, next' }] }])
  })
})
