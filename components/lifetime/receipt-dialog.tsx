'use client'

import type { ReceiptView } from '@/server/schemas/erasures'
import { Button } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import { Dialog, DialogClose } from '../ui/dialog'
import { formatQuantity } from '../ui/number-format'
import { formatUtc } from '../ui/time-format'
import { PlacesList } from './places-list'

/** One receipt, to show or to copy; open while there is one. */
export function ReceiptDialog({ receipt, onClose }: { receipt: ReceiptView | null; onClose: () => void }) {
  return (
    <Dialog
      open={receipt !== null}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title="Receipt of an erasure"
      description="It names nobody. The proof is made with this installation's secret over all that stands here."
      footer={
        <>
          {receipt ? (
            <CopyButton text={JSON.stringify(receipt, null, 2)} label="Copy the receipt" isLabelShown />
          ) : null}
          <DialogClose render={<Button>Close</Button>} />
        </>
      }
    >
      {receipt ? <ReceiptFacts receipt={receipt} /> : null}
    </Dialog>
  )
}

function ReceiptFacts({ receipt }: { receipt: ReceiptView }) {
  const { tenant, subjectHash, requestedAt, erasedAt, erasedBy, places, auditLines, proof, isGenuine } = receipt
  const facts = [
    { name: 'Tenant', value: tenant },
    { name: 'Subject, as a keyed hash', value: subjectHash },
    { name: 'Asked for', value: formatUtc(new Date(requestedAt)) },
    { name: 'Done', value: formatUtc(new Date(erasedAt)) },
    { name: 'By', value: erasedBy },
    { name: 'Proof', value: proof },
    { name: 'Checked just now', value: isGenuine ? 'The proof fits.' : 'The proof does not fit: it was changed.' },
  ]
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-13">
        {facts.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-ink-2">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <PlacesList
        label="Rows before and now"
        places={places.map(({ table, before, after }) => ({ table, rows: before, after }))}
      />
      <p className="text-12 text-ink-2">
        What stays: {formatQuantity(auditLines, 'line')} of the audit log, which cannot be rewritten (ids, names of
        keys, reasons; no content), the tenant's figures by hour, and backups of the database, which are yours to let
        run out.
      </p>
    </div>
  )
}
