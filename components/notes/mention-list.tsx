'use client'

import type { PersonView } from '@/server/schemas/people'
import { Avatar } from '../ui/avatar'
import { classNames } from '../ui/class-names'

export interface MentionListProps {
  id: string
  people: readonly PersonView[]
  /** Index of the one that Enter takes. */
  active: number
  onPick: (person: PersonView) => void
}

export function optionId(listId: string, personId: string): string {
  return `${listId}-${personId}`
}

/** The people whom the typed letters may mean, over the field. */
export function MentionList({ id, people, active, onPick }: MentionListProps) {
  return (
    <div
      role="listbox"
      id={id}
      aria-label="People"
      className="absolute inset-x-0 bottom-full z-20 mb-1 max-h-60 overflow-y-auto rounded-md border border-line bg-panel p-1 shadow-float"
    >
      {people.map((person, place) => (
        <div
          key={person.id}
          role="option"
          id={optionId(id, person.id)}
          aria-selected={place === active}
          tabIndex={-1}
          // A press must not take the focus out of the field.
          onPointerDown={(event) => {
            event.preventDefault()
            onPick(person)
          }}
          className={classNames(
            'flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 text-12 hover:bg-hover aria-selected:bg-pick pointer-coarse:min-h-11',
            'forced-colors:aria-selected:outline-1',
          )}
        >
          <Avatar name={person.name || person.email} size="small" />
          <span className="max-w-3/4 shrink-0 truncate font-medium">{person.name || person.email}</span>
          <span className="min-w-0 truncate text-ink-3">{person.name ? person.email : ''}</span>
        </div>
      ))}
    </div>
  )
}
