import { createTRPCContext } from '@trpc/tanstack-react-query'
import type { AppRouter } from '@/server/api/root'

/** The typed way from a component to the procedures: `useTRPC().threads.list.queryOptions(input)`. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>()
