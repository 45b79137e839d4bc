'use client'

import { useSyncExternalStore } from 'react'
import type { z } from 'zod'
import type { MadeLinkOutput } from '@/server/schemas/members'
import { Button } from '../ui/button'
import { CopyButton } from '../ui/copy-button'
import { Dialog } from '../ui/dialog'
import { Time } from '../ui/time'

export type MadeLink = z.infer<typeof MadeLinkOutput>

const neverChanges = () => () => undefined

/** A link that was just made, to be handed to the person it is for: it is shown this once. */
export function MadeLinkDialog({ made, onClose }: { made: MadeLink | null; onClose: () => void }) {
  const origin = useSyncExternalStore(
    neverChanges,
    () => window.location.origin,
    () => '',
  )
  if (!made) return null
  const { link } = made
  // Behind the #: browsers send it to no server, so it stands in no log.
  const address = `${origin}/join#${made.token}`
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={link.kind === 'invitation' ? `Send ${link.email} this link` : `A new password for ${link.email}`}
      description={
        link.kind === 'invitation'
          ? 'With it they choose a name and a password, once. It is shown now and never again.'
          : 'With it they choose a new password, once; their sessions end then. It is shown now and never again.'
      }
      footer={
        <Button variant="main" onClick={onClose}>
          I have copied it
        </Button>
      }
    >
      <div className="grid gap-3">
        <div className="flex items-center gap-2 rounded-md border border-control bg-sunk py-1.5 ps-3 pe-1.5">
          <code className="min-w-0 flex-1 font-mono text-12 wrap-anywhere">{address}</code>
          <CopyButton text={address} label="Copy link" isLabelShown variant="outline" />
        </div>
        <p className="text-12 text-ink-2">
          It works until <Time value={link.expiresAt} show="minute" />, or until a newer one is made for this address.
        </p>
      </div>
    </Dialog>
  )
}
