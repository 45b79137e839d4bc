'use client'

import { useQuery } from '@tanstack/react-query'
import type { Permission } from '@/server/schemas/setup'
import { useTRPC } from './trpc'

/** What the person may do, so that a screen offers no more than that; nothing until it is known. */
export function usePermissions(): Partial<Record<Permission, true>> {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.viewer.get.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }))
  return Object.fromEntries((data?.permissions ?? []).map((permission) => [permission, true]))
}
