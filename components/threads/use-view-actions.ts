'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SaveViewInput, UpdateViewInput } from '@/server/schemas/views'
import { showFailure } from '../data/show-failure'
import { useTRPC, useTRPCClient } from '../data/trpc'
import { showToast } from '../ui/toast'

/** What one does with views. What is answered stands in the list at once; null after a failure, which is said. */
export function useViewActions() {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const queryClient = useQueryClient()
  return useMemo(() => {
    const refresh = () => queryClient.invalidateQueries(trpc.views.list.queryFilter())
    return {
      /** @throws what the server refuses, for the form that asked */
      save: async (input: SaveViewInput) => {
        const saved = await client.views.save.mutate(input)
        await refresh()
        return saved
      },
      /** @throws what the server refuses, for the form that asked */
      change: async (input: UpdateViewInput) => {
        const saved = await client.views.update.mutate(input)
        await refresh()
        return saved
      },
      overwrite: async (input: UpdateViewInput & { name: string }) => {
        const { name, ...rest } = input
        try {
          await client.views.update.mutate(rest)
          showToast({ title: `${name} saved`, tone: 'good' })
        } catch (error) {
          showFailure('The view was not saved', error)
        }
        await refresh()
      },
      /** @throws what the server refuses, for the dialog that asked */
      remove: async (id: string) => {
        await client.views.delete.mutate({ id })
        await refresh()
      },
    }
  }, [trpc, client, queryClient])
}
