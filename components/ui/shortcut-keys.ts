/** What a key press tells about itself; a KeyboardEvent fits. */
export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

const names: Record<string, string> = {
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  enter: '↵',
  escape: 'Esc',
  backspace: '⌫',
  space: 'Space',
  arrowup: '↑',
  arrowdown: '↓',
}

/** The presses of a shortcut, in order: `g t` is two, `mod+k` is one. */
export function pressesOf(keys: string): string[] {
  return keys.trim().toLowerCase().split(/\s+/)
}

/** Whether nothing is held with it: such shortcuts can be switched off (WCAG 2.1.4). */
export function isSingleKey(keys: string): boolean {
  return !/(^|\s)(mod|alt|ctrl)\+/i.test(keys)
}

/**
 * Whether a press is the one that is written, for example `j`, `?`, `shift+j`, `mod+k`, `escape`.
 * A sign is matched as typed, so that `?` and `#` work on every layout; shift counts for letters and named keys only.
 */
export function isPress(press: KeyPress, written: string): boolean {
  const parts = written.split('+')
  const key = written.endsWith('++') || written === '+' ? '+' : (parts.at(-1) ?? '')
  const wantsMod = parts.includes('mod')
  if (wantsMod !== (press.ctrlKey || press.metaKey)) return false
  if (parts.includes('alt') !== press.altKey) return false
  const pressed = press.key === ' ' ? 'space' : press.key.toLowerCase()
  if (pressed !== key) return false
  const isSign = key.length === 1 && !/[a-z]/.test(key)
  return isSign || parts.includes('shift') === press.shiftKey
}

/** The keys as caps to show, in order. */
export function spellKeys(keys: string, isApple: boolean): string[] {
  return pressesOf(keys).flatMap((press) =>
    press.split('+').map((part) => {
      if (part === 'mod') return isApple ? '⌘' : 'Ctrl'
      if (part === 'alt') return isApple ? '⌥' : 'Alt'
      if (part === 'shift') return isApple ? '⇧' : 'Shift'
      return names[part] ?? (part.length === 1 ? part.toUpperCase() : part)
    }),
  )
}
