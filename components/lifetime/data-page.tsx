'use client'

import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { usePermissions } from '../data/use-permissions'
import { TopLine } from '../shell/top-line'
import { EmptyState } from '../ui/empty-state'
import { Tabs } from '../ui/tabs'
import { HoldsList } from './holds-list'
import { ReceiptsList } from './receipts-list'
import { RetentionView } from './retention-view'

const tabs = ['receipts', 'holds', 'retention'] as const

/** How long data lives, for those who answer for it: what was erased, what may not be, and when threads go. */
export function DataPage() {
  const { view, manage } = usePermissions()
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(tabs).withDefault('receipts'))
  return (
    <>
      <TopLine crumbs={[{ label: 'Data' }]} />
      {view && !manage ? (
        <EmptyState
          title="For admins"
          text="Admins see here what was erased for good, what is under legal hold, and after how long threads go to the trash. Ask one of them if you need to know."
        />
      ) : null}
      {manage ? (
        <Tabs
          label="Data"
          value={tab}
          onValueChange={(value) => void setTab(value)}
          tabs={[
            { value: 'receipts', label: 'Erasures', panel: <ReceiptsList /> },
            { value: 'holds', label: 'Legal holds', panel: <HoldsList /> },
            { value: 'retention', label: 'Retention', panel: <RetentionView /> },
          ]}
        />
      ) : null}
    </>
  )
}
