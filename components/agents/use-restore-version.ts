'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { showFailure } from '../data/show-failure'
import { useTRPC } from '../data/trpc'
import { showToast } from '../ui/toast'

/** Saves what an earlier version held as a new one; Undo saves again what held before. */
export function useRestoreVersion({ name, newest }: { name: string | null; newest: number }) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const mutation = useMutation(trpc.agents.restoreVersion.mutationOptions())
  const run = async (version: number, { ifVersion = newest, canUndo = true } = {}) => {
    const whose = name === null ? { app: true as const } : { agentName: name }
    try {
      const saved = await mutation.mutateAsync({ ...whose, version, ifVersion })
      const undo =
        canUndo && newest > 0 ? { onUndo: () => void run(newest, { ifVersion: saved.version, canUndo: false }) } : {}
      showToast({
        title: `Saved as v${saved.version}, as in v${version}`,
        description: 'The next read follows it.',
        tone: 'good',
        ...undo,
      })
    } catch (error) {
      showFailure('The version was not restored', error)
    }
    await cache.invalidateQueries({ queryKey: trpc.agents.pathKey() })
    void cache.invalidateQueries({ queryKey: trpc.threads.pathKey() })
    void cache.invalidateQueries({ queryKey: trpc.messages.pathKey() })
  }
  return { run: (version: number) => void run(version), isPending: mutation.isPending }
}
