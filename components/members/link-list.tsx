'use client'

import type { LinkView } from '@/server/schemas/members'
import { Button } from '../ui/button'
import { Time } from '../ui/time'
import { roleWords, tenantWords } from './member-words'

/** Links that nobody has used yet. */
export function LinkList({ links, onWithdraw }: { links: readonly LinkView[]; onWithdraw: (link: LinkView) => void }) {
  return (
    <section aria-labelledby="open-links" className="border-line border-b bg-panel px-4 pt-3 pb-2">
      <h2 id="open-links" className="font-medium text-11 text-ink-3">
        Links that wait to be used
      </h2>
      <ul>
        {links.map((link) => (
          <li
            key={link.id}
            className="flex min-h-11 items-center justify-between gap-3 py-1.5 not-last:border-line not-last:border-b"
          >
            <span className="min-w-0">
              <span className="block truncate font-medium">{link.email}</span>
              <span className="block truncate text-12 text-ink-3">
                {link.kind === 'reset'
                  ? 'new password'
                  : `${link.role ? roleWords[link.role].label.toLowerCase() : ''}, ${tenantWords(link.tenants)}`}{' '}
                · by {link.createdBy} · until <Time value={link.expiresAt} show="minute" />
              </span>
            </span>
            <Button size="small" aria-label={`Withdraw the link of ${link.email}`} onClick={() => onWithdraw(link)}>
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
