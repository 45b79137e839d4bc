'use client'

import type { KeyView } from '@/server/schemas/keys'
import { Button } from '../ui/button'
import { classNames } from '../ui/class-names'
import { Time } from '../ui/time'
import { describeReach, keyState } from './key-words'

export interface KeyTableProps {
  keys: readonly KeyView[]
  /** ms since 1970. */
  now: number
  onRevoke: (key: KeyView) => void
}

/** The keys: what each covers and may do, and whether it is still used. Under 640 px each is a card. */
export function KeyTable({ keys, now, onRevoke }: KeyTableProps) {
  return (
    <table className="w-full border-collapse max-sm:block">
      <thead className="max-sm:sr-only">
        <tr className="border-line border-b text-11 text-ink-3 *:px-2.5 *:py-1.5 *:text-start *:font-medium *:first:ps-4 *:last:pe-4">
          <th scope="col">Key</th>
          <th scope="col">Reach</th>
          <th scope="col" className="max-md:hidden">
            Rights
          </th>
          <th scope="col" className="text-end!">
            Last used
          </th>
          <th scope="col" className="text-end! max-lg:hidden">
            Expires
          </th>
          <th scope="col">
            <span className="sr-only">Revoke</span>
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {keys.map((key) => (
          <KeyRow key={key.id} entry={key} state={keyState(key, now)} onRevoke={onRevoke} />
        ))}
      </tbody>
    </table>
  )
}

interface KeyRowProps {
  entry: KeyView
  state: ReturnType<typeof keyState>
  onRevoke: (key: KeyView) => void
}

function KeyRow({ entry, state, onRevoke }: KeyRowProps) {
  const reach = describeReach(entry.reach)
  const isActive = state === 'active'
  return (
    <tr
      className={classNames(
        'border-line border-b hover:bg-hover max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:px-4 max-sm:py-2 sm:h-11 sm:*:px-2.5 sm:*:first:ps-4 sm:*:last:pe-4',
        !isActive && 'text-ink-3',
      )}
    >
      <td className="min-w-0 sm:max-w-0 sm:w-2/5">
        <span className={classNames('block truncate font-medium', !isActive && 'line-through')}>{entry.name}</span>
        <span className="block truncate text-12 text-ink-3">
          <span className="font-mono text-11">{entry.prefix}…</span> · by {entry.createdBy},{' '}
          <Time value={entry.createdAt} />
        </span>
      </td>
      <td className="min-w-0 max-sm:order-3 sm:max-w-40">
        <span className="block truncate">{reach.title}</span>
        {reach.detail ? <span className="block truncate font-mono text-11 text-ink-3">{reach.detail}</span> : null}
      </td>
      <td className="min-w-0 max-md:hidden sm:max-w-52">
        <span className="block truncate">{entry.rights.join(', ')}</span>
        <span className="block truncate text-12 text-ink-3">
          {entry.agents.length > 0 ? `only ${entry.agents.join(', ')}` : 'any agent'}
        </span>
      </td>
      <td className="text-end whitespace-nowrap max-sm:order-4">
        {entry.lastUsedAt ? <Time value={entry.lastUsedAt} /> : <span className="text-ink-3">never</span>}
      </td>
      <td className="text-end whitespace-nowrap max-lg:hidden">
        {state === 'revoked' ? (
          'revoked'
        ) : state === 'expired' ? (
          'expired'
        ) : entry.expiresAt ? (
          <Time value={entry.expiresAt} show="minute" />
        ) : (
          <span className="text-ink-3">never</span>
        )}
      </td>
      <td className="text-end">
        {isActive ? (
          <Button size="small" variant="danger" onClick={() => onRevoke(entry)} aria-label={`Revoke ${entry.name}`}>
            Revoke
          </Button>
        ) : (
          <span className="text-12 lg:sr-only">{state}</span>
        )}
      </td>
    </tr>
  )
}
