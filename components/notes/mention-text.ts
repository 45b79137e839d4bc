import type { PersonView } from '@/server/schemas/people'

/** What stands between an `@` and the caret. */
export interface MentionQuery {
  /** Index of the `@`. */
  start: number
  query: string
}

/** The longest name that is looked for, in characters. */
const LONGEST = 64

/** The name that is being typed at the caret; null where none is. An `@` within a word, as of an address, begins none. */
export function mentionQueryAt(text: string, caret: number): MentionQuery | null {
  const start = text.lastIndexOf('@', caret - 1)
  if (start < 0 || caret - start > LONGEST) return null
  const before = text[start - 1]
  if (before !== undefined && /[\p{L}\p{N}_.-]/u.test(before)) return null
  const query = text.slice(start + 1, caret)
  return /^(\p{L}|\p{N})?[^\n@]*$/u.test(query) && !query.startsWith(' ') ? { start, query } : null
}

/** Whom the typed letters may mean: by any word of the name, or by the address. At most `limit`. */
export function matchPeople(people: readonly PersonView[], query: string, limit = 6): PersonView[] {
  const wanted = query.toLocaleLowerCase()
  return people
    .filter(({ name, email }) => {
      const known = name.toLocaleLowerCase()
      return known.startsWith(wanted) || known.includes(` ${wanted}`) || email.toLocaleLowerCase().startsWith(wanted)
    })
    .slice(0, limit)
}

/** What is written for a person. Two people of one name are told apart by their addresses. */
export function mentionOf(person: PersonView, people: readonly PersonView[]): string {
  const isShared = people.some(({ id, name }) => id !== person.id && name === person.name)
  return `@${isShared || person.name === '' ? person.email : person.name}`
}

/** The text with the name in place of what was typed, and where the caret goes. */
export function completeMention(text: string, at: MentionQuery & { mention: string }): { text: string; caret: number } {
  const typed = at.start + 1 + at.query.length
  const rest = text.slice(typed)
  const written = `${text.slice(0, at.start)}${at.mention}${/^\s/.test(rest) ? '' : ' '}`
  return { text: `${written}${rest}`, caret: written.length + (/^\s/.test(rest) ? 1 : 0) }
}

/** The ids of the people whose mention stands in a text. */
export function mentionedIn(text: string, people: readonly PersonView[]): string[] {
  const found = cutMentions(text, people).flatMap(({ person }) => person?.id ?? [])
  return [...new Set(found)]
}

export interface NotePiece {
  text: string
  /** Set where the text is a mention. */
  person?: PersonView
  /** Index in the whole text. */
  at: number
}

/** A text cut at the mentions of these people; where several fit, the longest name wins. */
export function cutMentions(text: string, people: readonly PersonView[]): NotePiece[] {
  const marks = people
    .flatMap((person) => [person.name, person.email].map((name) => ({ mark: `@${name}`, person })))
    .filter(({ mark }) => mark.length > 1)
    .sort((left, right) => right.mark.length - left.mark.length)
  const pieces: NotePiece[] = []
  let from = 0
  const plainTo = (end: number) => {
    if (end > from) pieces.push({ text: text.slice(from, end), at: from })
  }
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', Math.max(at + 1, from))) {
    const hit = marks.find(
      ({ mark }) => text.startsWith(mark, at) && !/[\p{L}\p{N}]/u.test(text[at + mark.length] ?? ''),
    )
    if (!hit) continue
    plainTo(at)
    pieces.push({ text: hit.mark, person: hit.person, at })
    from = at + hit.mark.length
  }
  plainTo(text.length)
  return pieces
}
