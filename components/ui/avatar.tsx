import { classNames } from './class-names'

/** Up to two letters that stand for a name or an address: `Ada Lovelace` AL, `ops@acme` OP, `李雷` 李. */
export function initialsOf(name: string): string {
  const words = name
    .replace(/@.*$/, '')
    .split(/[\s._-]+/)
    .filter(Boolean)
  const first = Array.from(words[0] ?? '?')
  // One sign of a script without letters is as wide as two letters.
  if (/\p{Ideographic}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(first[0] ?? ''))
    return first[0] ?? '?'
  const second = words.length > 1 ? Array.from(words.at(-1) ?? '') : first.slice(1)
  return `${first[0] ?? '?'}${second[0] ?? ''}`.toLocaleUpperCase('en')
}

export interface AvatarProps {
  name: string
  size?: 'small' | 'medium'
  className?: string
}

/** A person, by initials. Decoration: the name itself stands beside it or is in the title. */
export function Avatar({ name, size = 'medium', className }: AvatarProps) {
  return (
    <span
      aria-hidden="true"
      title={name}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-full bg-pick font-semibold text-ink-2 ring-1 ring-line ring-inset',
        size === 'small' ? 'size-4.5 text-[9px]' : 'size-5.5 text-[10px]',
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  )
}
