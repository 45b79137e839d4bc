// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isPress, isSingleKey, spellKeys } from '../../../components/ui/shortcut-keys'
import { addShortcut, listShortcuts, setSingleKeys } from '../../../components/ui/shortcut-store'

const held = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
const undo: (() => void)[] = []

function bind(keys: string) {
  const run = vi.fn()
  undo.push(addShortcut({ keys, label: keys, run }))
  return run
}

function press(key: string, options: KeyboardEventInit = {}, target: EventTarget = document.body) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...options })
  target.dispatchEvent(event)
  return event
}

beforeEach(() => {
  document.body.innerHTML = '<input id="text"><input id="box" type="checkbox"><textarea id="area"></textarea>'
})
afterEach(() => {
  for (const each of undo.splice(0)) each()
  setSingleKeys(true)
})

describe('shortcuts', () => {
  it('runs on its key, and keeps the key from the browser', () => {
    const run = bind('j')
    expect(press('j').defaultPrevented).toBe(true)
    expect(press('k').defaultPrevented).toBe(false)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it.each(['text', 'area'])('is silent in a field for text (#%s), unless a key is held', (id) => {
    const single = bind('j')
    const withHeld = bind('mod+k')
    const field = document.querySelector(`#${id}`) ?? document.body
    press('j', {}, field)
    press('k', { ctrlKey: true }, field)
    expect(single).not.toHaveBeenCalled()
    expect(withHeld).toHaveBeenCalledTimes(1)
  })

  it('works on a checkbox, where no text is typed', () => {
    const run = bind('j')
    press('j', {}, document.querySelector('#box') ?? document.body)
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('is silent while a dialog is open', () => {
    const run = bind('j')
    document.body.insertAdjacentHTML('beforeend', '<div role="dialog" data-open></div>')
    press('j')
    expect(run).not.toHaveBeenCalled()
  })

  it('runs presses one after the other, and only in that order', () => {
    const run = bind('g t')
    press('t')
    press('g')
    expect(run).not.toHaveBeenCalled()
    press('t')
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('prefers presses one after the other to the last of them alone, whichever came first', () => {
    const sequence = bind('g x')
    const single = bind('x')
    press('g')
    press('x')
    expect([sequence.mock.calls.length, single.mock.calls.length]).toEqual([1, 0])
    press('x')
    expect([sequence.mock.calls.length, single.mock.calls.length]).toEqual([1, 1])
  })

  it('WCAG 2.1.4: single keys and sequences of them can be switched off, held ones stay', () => {
    const single = bind('j')
    const sequence = bind('g t')
    const withHeld = bind('mod+k')
    setSingleKeys(false)
    press('j')
    press('g')
    press('t')
    press('k', { metaKey: true })
    expect([single, sequence, withHeld].map((run) => run.mock.calls.length)).toEqual([0, 0, 1])
  })

  it('lets the newest binding win, and gives the key back when that is gone', () => {
    const list = bind('e')
    const peek = bind('e')
    press('e')
    undo.pop()?.()
    press('e')
    expect([list.mock.calls.length, peek.mock.calls.length]).toEqual([1, 1])
    expect(listShortcuts().map((shortcut) => shortcut.keys)).toEqual(['e'])
  })

  it('does nothing while a word is being composed', () => {
    const run = bind('j')
    press('j', { isComposing: true })
    expect(run).not.toHaveBeenCalled()
  })
})

describe('keys', () => {
  it('matches signs as typed, whatever shift does on the layout', () => {
    expect(isPress({ ...held, key: '?', shiftKey: true }, '?')).toBe(true)
    expect(isPress({ ...held, key: '#', shiftKey: false }, '#')).toBe(true)
    expect(isPress({ ...held, key: 'J', shiftKey: true }, 'j')).toBe(false)
    expect(isPress({ ...held, key: 'J', shiftKey: true }, 'shift+j')).toBe(true)
    expect(isPress({ ...held, key: 'k', ctrlKey: true }, 'k')).toBe(false)
    expect(isPress({ ...held, key: '+', shiftKey: true }, '+')).toBe(true)
  })

  it('spells them as the keyboard does', () => {
    expect(spellKeys('mod+k', true)).toEqual(['⌘', 'K'])
    expect(spellKeys('mod+k', false)).toEqual(['Ctrl', 'K'])
    expect(spellKeys('g t', false)).toEqual(['G', 'T'])
    expect([isSingleKey('g t'), isSingleKey('shift+j'), isSingleKey('mod+k')]).toEqual([true, true, false])
  })
})
