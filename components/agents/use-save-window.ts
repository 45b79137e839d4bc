'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { readApiError } from '../data/api-error'
import { useTRPC } from '../data/trpc'
import { showToast } from '../ui/toast'
import type { WindowChange } from './window-form'

/**
 * Saves a setting on top of the version that was read. A CONFLICT is no error here: the newest version is loaded, and
 * the editor shows what it changed.
 */
export function useSaveWindow({ name, baseVersion }: { name: string | null; baseVersion: number }) {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const mutation = useMutation(trpc.agents.setWindow.mutationOptions())
  const isConflict = mutation.error ? readApiError(mutation.error).code === 'CONFLICT' : false

  /** `onSaved` is told at once, before anything is loaded anew: what is entered from then on is on top of that version. */
  const run = async (change: WindowChange, onSaved: (version: number) => void): Promise<void> => {
    const whose = name === null ? { app: true as const } : { agentName: name }
    try {
      const { version } = await mutation.mutateAsync({ ...whose, ...change, ifVersion: baseVersion })
      onSaved(version)
      showToast({ title: `Saved as v${version}`, description: 'The next read of an agent follows it.', tone: 'good' })
    } catch {
      // The mutation keeps the error for the screen.
    }
    await cache.invalidateQueries({ queryKey: trpc.agents.pathKey() })
    void cache.invalidateQueries({ queryKey: trpc.threads.pathKey() })
    void cache.invalidateQueries({ queryKey: trpc.messages.pathKey() })
  }
  return { run, isPending: mutation.isPending, error: isConflict ? null : mutation.error }
}
