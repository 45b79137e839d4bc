'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTRPC } from '../data/trpc'
import type { ForkStart } from './fork-line'

/** Where the messages of a fork's own begin; null for what is none, and where it was not noted. */
export function useForkStart(uid: string): ForkStart | null {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.threads.lineage.queryOptions({ uid }))
  return useMemo(() => {
    const own = data?.items.find((item) => item.uid === uid)
    if (!own?.copied || own.parentUid === null || own.forkedAtSeq === null) return null
    return { copied: own.copied, parentUid: own.parentUid, forkedAtSeq: own.forkedAtSeq }
  }, [data, uid])
}
