'use client'

import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { Shell } from '../shell/shell'
import { TopLine } from '../shell/top-line'
import { Button } from '../ui/button'
import { IconButton } from '../ui/icon-button'
import { SearchField } from '../ui/search-field'
import { showToast } from '../ui/toast'
import { ActionParts } from './action-parts'
import { ConversationParts } from './conversation-parts'
import { FormParts } from './form-parts'
import { ListParts } from './list-parts'
import { MemoryParts } from './memory-parts'
import { StateParts } from './state-parts'

/** All parts, in the shell they live in. */
export function PartsPage() {
  const [search, setSearch] = useState('')
  return (
    <Shell
      counts={{ threads: 48_210, scopes: 1_904, agents: 6, trash: 12 }}
      user={{ email: 'ops@acme.example', name: 'Olga Petrova' }}
      onSignOut={() => showToast({ title: 'Signed out' })}
    >
      <TopLine
        crumbs={[
          { label: 'Desk', href: '/threads' },
          { label: 'acme', href: '/scopes' },
          { label: 'Parts, in all their states' },
        ]}
        actions={
          <>
            <SearchField
              label="Search in messages"
              value={search}
              onValueChange={setSearch}
              className="max-md:hidden"
            />
            <Button className="max-sm:hidden">Columns</Button>
            <Button variant="main">Save view</Button>
            <IconButton label="More" icon={<Ellipsis aria-hidden="true" />} />
          </>
        }
      />
      <div className="overflow-auto">
        <div className="grid gap-8 px-4 py-6 xl:grid-cols-2">
          <div className="grid min-w-0 content-start gap-8">
            <MemoryParts />
            <ListParts />
            <ConversationParts />
            <StateParts />
          </div>
          <div className="grid min-w-0 content-start gap-8">
            <ActionParts />
            <FormParts />
          </div>
        </div>
      </div>
    </Shell>
  )
}
