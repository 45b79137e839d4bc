import type { ReactNode } from 'react'
import type { AuditEventView } from '@/server/schemas/audit'
import { Button } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import { Dialog } from '../ui/dialog'
import { Link } from '../ui/link'
import { formatCount } from '../ui/number-format'
import { Time } from '../ui/time'
import type { AuditSearch } from './audit-search'
import { actorWords, objectWords, tenantWords, verbWords } from './audit-words'
import { detailRows } from './detail-rows'
import { objectHref } from './object-href'

export interface EventDialogProps {
  event: AuditEventView | undefined
  onFilter: (changes: Partial<AuditSearch>) => void
  onClose: () => void
}

/** All that is known of one line. */
export function EventDialog({ event, onFilter, onClose }: EventDialogProps) {
  if (!event) return null
  const rows = detailRows(event.details)
  const href = objectHref(event)
  const filter = (changes: Partial<AuditSearch>) => {
    onFilter(changes)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={`${actorWords(event)} ${verbWords(event)} ${objectWords(event)}`}
      footer={
        <>
          <Button onClick={() => filter({ actor: event.actorId })}>All of this actor</Button>
          {event.objectId === '' ? null : (
            <Button onClick={() => filter({ object: event.objectId })}>All of this object</Button>
          )}
        </>
      }
    >
      <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-4 gap-y-2 text-13">
        <Fact name="When">
          <Time value={event.at} show="second" />
        </Fact>
        <Fact name="Who">
          <span dir="auto" className="wrap-anywhere">
            {actorWords(event)}
            {event.actorEmail && event.actorEmail !== event.actorName ? ` · ${event.actorEmail}` : ''}
          </span>
        </Fact>
        <Fact name="Action">
          <span className="font-mono text-12">{event.action}</span>, {event.outcome}
        </Fact>
        <Fact name="Object">
          {href ? (
            <Link href={href} className="underline underline-offset-2 wrap-anywhere">
              {objectWords(event)}
            </Link>
          ) : (
            objectWords(event)
          )}
          {event.objectId === '' ? null : <Copied text={event.objectId} label="Copy the id of the object" />}
          {event.objectKind === 'thread' && !event.isThere ? (
            <span className="block text-12 text-ink-3">It is not there any more, or in the trash.</span>
          ) : null}
        </Fact>
        <Fact name="Tenant">
          <span dir="auto" className="wrap-anywhere">
            {tenantWords(event.tenant)}
          </span>
          , number {formatCount(event.number)} of its chain
        </Fact>
        {event.requestId === null ? null : (
          <Fact name="Request">
            <Copied text={event.requestId} label="Copy the request id" />
          </Fact>
        )}
      </dl>
      {rows.length > 0 ? (
        <section className="mt-4">
          <h3 className="mb-1 font-medium text-12">Details</h3>
          <dl className="grid grid-cols-[minmax(0,0.7fr)_minmax(0,1fr)] text-12">
            {rows.map((row) => (
              <div key={row.label} className="col-span-2 grid grid-cols-subgrid gap-x-4 border-line border-t py-1.5">
                <dt className="text-ink-2 wrap-anywhere">{row.label}</dt>
                <dd dir="auto" className="min-w-0 wrap-anywhere">
                  {'value' in row ? (
                    row.value
                  ) : (
                    <>
                      <del className="text-ink-3 no-underline">{row.before}</del>
                      <span className="text-ink-3"> → </span>
                      <ins className="no-underline">{row.after}</ins>
                    </>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
    </Dialog>
  )
}

function Copied({ text, label }: { text: string; label: string }) {
  return (
    <span className="flex items-center gap-1">
      <span className="min-w-0 truncate font-mono text-12 text-ink-2">{text}</span>
      <CopyButton text={text} label={label} />
    </span>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}
