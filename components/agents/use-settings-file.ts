'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readApiError } from '../data/api-error'
import { useTRPC } from '../data/trpc'
import { type ComparedSetting, compareSetting, type NamedSetting } from './settings-file'

/** Agents of one call. */
const PAGE = 100

const whose = (name: string | null) => (name === null ? { app: true as const } : { agentName: name })

/** Every setting that was saved, of all agents and of each. */
export function useSavedSettings(): () => Promise<NamedSetting[]> {
  const trpc = useTRPC()
  const cache = useQueryClient()
  return async () => {
    const settings: NamedSetting[] = []
    let cursor: string | undefined
    do {
      const page = await cache.fetchQuery(
        trpc.agents.list.queryOptions({ limit: PAGE, ...(cursor ? { cursor } : {}) }, { staleTime: 0 }),
      )
      if (!cursor && page.app.own) settings.push({ name: null, setting: page.app.own })
      for (const { name, own } of page.items) if (own) settings.push({ name, setting: own })
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    return settings
  }
}

/** What the settings of a file would change here, one after the other; an agent that has not written yet is new. */
export function useCompareSettings() {
  const trpc = useTRPC()
  const cache = useQueryClient()
  return async (given: readonly NamedSetting[]): Promise<ComparedSetting[]> => {
    const compared: ComparedSetting[] = []
    for (const one of given) {
      const here = await cache
        .fetchQuery(trpc.agents.get.queryOptions(whose(one.name), { staleTime: 0, retry: false }))
        .catch((error: unknown) => {
          if (readApiError(error).code === 'NOT_FOUND') return null
          throw error
        })
      compared.push(compareSetting(one, here?.versions[0] ?? null))
    }
    return compared
  }
}

/** What became of a setting: the version that it is now, or why it was not saved. */
export type Outcome = { version: number } | { error: string }

/** Saves settings one by one, each on top of the version it was compared with; one that is refused leaves the others. */
export function useSaveSettings() {
  const trpc = useTRPC()
  const cache = useQueryClient()
  const mutation = useMutation(trpc.agents.setWindow.mutationOptions())
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string | null, Outcome>>(new Map())
  const [isPending, setIsPending] = useState(false)
  const run = async (settings: readonly ComparedSetting[], note: string) => {
    setIsPending(true)
    for (const { name, setting, version } of settings) {
      let outcome: Outcome
      try {
        const input = { ...whose(name), ...setting, ifVersion: version, ...(note === '' ? {} : { note }) }
        outcome = { version: (await mutation.mutateAsync(input)).version }
      } catch (error) {
        const { code, message } = readApiError(error)
        outcome = { error: code === 'CONFLICT' ? 'Somebody saved it meanwhile: compare again.' : message }
      }
      setOutcomes((known) => new Map(known).set(name, outcome))
    }
    await Promise.all(
      [trpc.agents, trpc.threads, trpc.messages].map((part) => cache.invalidateQueries({ queryKey: part.pathKey() })),
    )
    setIsPending(false)
  }
  return { run, outcomes, isPending, forget: () => setOutcomes(new Map()) }
}
