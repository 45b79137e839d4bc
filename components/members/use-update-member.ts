'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MemberView, UpdateMemberInput } from '@/server/schemas/members'
import { showFailure } from '../data/show-failure'
import { useTRPC } from '../data/trpc'
import { showToast } from '../ui/toast'

type Change = Omit<UpdateMemberInput, 'id'>

/** Changes a member, with an Undo. It rejects where nothing was changed. */
export function useUpdateMember() {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const { mutateAsync, isPending, error, reset } = useMutation(trpc.members.update.mutationOptions())
  const save = async (member: MemberView, change: Change) => {
    await mutateAsync({ id: member.id, ...change })
    await Promise.all(
      [trpc.members, trpc.people, trpc.viewer].map((part) => cache.invalidateQueries({ queryKey: part.pathKey() })),
    )
  }
  const run = async (member: MemberView, change: Change): Promise<void> => {
    await save(member, change)
    const { role, tenants, disabledAt } = member
    showToast({
      title: change.isDisabled ? 'Disabled and signed out' : change.isDisabled === false ? 'Enabled' : 'Saved',
      description: member.name,
      tone: 'good',
      onUndo: () => {
        save(member, { role, tenants, isDisabled: disabledAt !== null }).catch((failure: unknown) =>
          showFailure('It could not be taken back', failure),
        )
      },
    })
  }
  return { run, isPending, error, reset }
}
