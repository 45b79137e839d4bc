'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Window } from '@/memory/window-config'
import { ImpactResult } from '@/server/schemas/agent-preview'
import { showFailure } from '../data/show-failure'
import { useTRPC } from '../data/trpc'

const LOOK_EVERY_MS = 400

/** What a draft would change in all threads: asked for, followed, stopped; kept until another one is asked for. */
export function useImpact(name: string | null) {
  const trpc = useTRPC()
  const [asked, setAsked] = useState<{ jobId: string; window: Window } | null>(null)
  const begin = useMutation(
    trpc.agents.impact.mutationOptions({ onError: (error) => showFailure('The impact was not looked at', error) }),
  )
  const cancel = useMutation(
    trpc.jobs.cancel.mutationOptions({ onError: (error) => showFailure('It was not stopped', error) }),
  )
  const job = useQuery(
    trpc.jobs.get.queryOptions(
      { id: asked?.jobId ?? '' },
      {
        enabled: asked !== null,
        refetchInterval: ({ state }) => (state.data?.finishedAt ? false : LOOK_EVERY_MS),
      },
    ),
  )
  const result = job.data?.state === 'done' ? ImpactResult.safeParse(job.data.result) : undefined
  return {
    /** The draft that was asked about. */
    window: asked?.window ?? null,
    job: asked === null ? undefined : job.data,
    error: job.error,
    result: result?.success ? result.data : undefined,
    isStarting: begin.isPending,
    start: (window: Window) => {
      const whose = name === null ? { app: true as const } : { agentName: name }
      begin.mutate({ ...whose, window }, { onSuccess: ({ id }) => setAsked({ jobId: id, window }) })
    },
    stop: () => {
      if (asked) cancel.mutate({ id: asked.jobId })
    },
  }
}
export type Impact = ReturnType<typeof useImpact>
