'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { parseAsString, useQueryState } from 'nuqs'
import { useState } from 'react'
import type { LinkView, MemberView } from '@/server/schemas/members'
import { QueryError } from '../data/query-error'
import { showFailure } from '../data/show-failure'
import { useTRPC } from '../data/trpc'
import { TopLine } from '../shell/top-line'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { EmptyState } from '../ui/empty-state'
import { NoMatchState } from '../ui/no-match-state'
import { formatCount, formatQuantity } from '../ui/number-format'
import { SearchField } from '../ui/search-field'
import { SkeletonRows } from '../ui/skeleton'
import { showToast } from '../ui/toast'
import { useShortcut } from '../ui/use-shortcut'
import { InviteDialog } from './invite-dialog'
import { LinkList } from './link-list'
import { type MadeLink, MadeLinkDialog } from './made-link'
import { MemberDialog } from './member-dialog'
import { MemberTable } from './member-table'
import { roleWords } from './member-words'
import { useUpdateMember } from './use-update-member'

/** Who works at the desk: invited, changed, let out and in again here. */
export function MembersPage() {
  const trpc = useTRPC()
  const list = useQuery(trpc.members.list.queryOptions())
  const { data: viewer } = useQuery(trpc.viewer.get.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }))
  const [text, setText] = useQueryState('text', parseAsString.withDefault(''))
  const [isInviting, setIsInviting] = useState(false)
  const [made, setMade] = useState<MadeLink | null>(null)
  const [editing, setEditing] = useState<MemberView | null>(null)
  const [disabling, setDisabling] = useState<MemberView | null>(null)
  const update = useUpdateMember()
  const { reset, withdraw } = useLinks(setMade)
  useShortcut('n', () => setIsInviting(true), { label: 'Invite somebody' })
  const members = list.data?.items ?? []
  const links = list.data?.links ?? []
  const shown = members.filter((member) => matches(member, text))
  const invite = (
    <Button
      variant="main"
      icon={<UserPlus aria-hidden="true" strokeWidth={1.5} />}
      hint="n"
      onClick={() => setIsInviting(true)}
    >
      Invite
    </Button>
  )
  return (
    <>
      <TopLine crumbs={[{ label: 'Members' }]} actions={invite} />
      <div className="flex min-h-0 flex-col overflow-y-auto">
        {list.isPending ? <SkeletonRows rows={6} label="Loading members" /> : null}
        {list.isError && !list.data ? (
          <QueryError
            title="The members could not be loaded"
            kept="Nothing was changed."
            error={list.error}
            onRetry={() => void list.refetch()}
            isRetrying={list.isFetching}
          />
        ) : null}
        {list.data ? (
          <div className="flex flex-wrap items-center gap-1.5 border-line border-b bg-panel px-4 py-2">
            <SearchField
              label="Find a member"
              value={text}
              onValueChange={(next) => void setText(next || null)}
              className="w-56"
            />
            <span className="ms-auto text-12 text-ink-2 tabular-nums">
              {formatCount(shown.length)} of {formatCount(members.length)}
            </span>
          </div>
        ) : null}
        {links.length > 0 ? <LinkList links={links} onWithdraw={withdraw} /> : null}
        {members.length > 0 && shown.length === 0 ? (
          <NoMatchState
            title="No member matches"
            filters={[{ label: 'text', value: text }]}
            text={`${formatQuantity(members.length, 'member')} without filters.`}
            onClear={() => void setText(null)}
          />
        ) : null}
        {shown.length > 0 ? (
          <MemberTable
            members={shown}
            ownId={viewer?.id}
            onEdit={(member) => {
              update.reset()
              setEditing(member)
            }}
            onReset={reset}
            onDisable={setDisabling}
            onEnable={(member) => {
              update
                .run(member, { isDisabled: false })
                .catch((error: unknown) => showFailure('The member was not enabled', error))
            }}
          />
        ) : null}
        {members.length === 1 && links.length === 0 && text === '' ? (
          <EmptyState
            title="You are alone here"
            text="Invite the people who review conversations, set agents up, or watch over both. Each gets a role, and sees all tenants or some."
            action={<Button onClick={() => setIsInviting(true)}>Invite the first colleague</Button>}
          />
        ) : null}
      </div>
      {isInviting ? (
        <InviteDialog
          onClose={() => setIsInviting(false)}
          onMade={(link) => {
            setIsInviting(false)
            setMade(link)
          }}
        />
      ) : null}
      <MadeLinkDialog made={made} onClose={() => setMade(null)} />
      {editing ? <MemberDialog member={editing} update={update} onClose={() => setEditing(null)} /> : null}
      <ConfirmDialog
        open={disabling !== null}
        onOpenChange={(isOpen) => (isOpen ? undefined : setDisabling(null))}
        title={`Disable ${disabling?.name ?? 'the member'}?`}
        description="They are signed out at once and cannot sign in. What they wrote and reviewed stays under their name; you can enable them again."
        action="Disable"
        onConfirm={async () => {
          if (disabling) await update.run(disabling, { isDisabled: true })
        }}
      />
    </>
  )
}

function useLinks(onMade: (made: MadeLink) => void) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const refresh = () => cache.invalidateQueries({ queryKey: trpc.members.pathKey() })
  const reset = useMutation(
    trpc.members.resetPassword.mutationOptions({
      onSuccess: (made) => {
        void refresh()
        onMade(made)
      },
      onError: (error) => showFailure('No link was made', error),
    }),
  )
  const withdraw = useMutation(
    trpc.members.withdrawLink.mutationOptions({
      onSuccess: () => showToast({ title: 'The link does not work any more', tone: 'good' }),
      onError: (error) => showFailure('The link was not withdrawn', error),
      onSettled: refresh,
    }),
  )
  return {
    reset: (member: MemberView) => reset.mutate({ id: member.id }),
    withdraw: (link: LinkView) => withdraw.mutate({ id: link.id }),
  }
}

function matches({ name, email, role, tenants }: MemberView, text: string): boolean {
  const words = [name, email, roleWords[role].label, ...(tenants ?? [])].join(' ')
  return words.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase())
}
