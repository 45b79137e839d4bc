'use client'

import { CircleDot } from 'lucide-react'
import { type ReviewOutcome, ReviewStatus } from '@/server/schemas/review-facts'
import { Button } from '../ui/button'
import { Menu, MenuItem, MenuSeparator } from '../ui/menu'
import { StatusMark, statusWords } from './status-mark'

/** What is said of threads together: a status alone, or a review with its outcome. */
export interface StatusChange {
  status: ReviewStatus
  outcome?: ReviewOutcome
}

const outcomes = [
  { outcome: 'pass', label: 'Reviewed: pass' },
  { outcome: 'fail', label: 'Reviewed: fail' },
] as const

/** Where the chosen threads shall stand in review. */
export function StatusMenu(props: { isBusy?: boolean; disabled?: boolean; onChange: (change: StatusChange) => void }) {
  const { isBusy = false, disabled = false, onChange } = props
  return (
    <Menu
      trigger={
        <Button icon={<CircleDot aria-hidden="true" strokeWidth={1.5} />} isBusy={isBusy} disabled={disabled}>
          Status
        </Button>
      }
    >
      {ReviewStatus.options.map((status) => (
        <MenuItem
          key={status}
          icon={<StatusMark review={{ status, outcome: null }} />}
          onSelect={() => onChange({ status })}
        >
          {statusWords[status]}
        </MenuItem>
      ))}
      <MenuSeparator />
      {outcomes.map(({ outcome, label }) => (
        <MenuItem
          key={outcome}
          icon={<StatusMark review={{ status: 'reviewed', outcome }} />}
          onSelect={() => onChange({ status: 'reviewed', outcome })}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
