import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/** Asks for queries anew after a change. Also where a first load is under way, which may have looked before the change. */
export async function askAnew(cache: QueryClient, filter: QueryFilters): Promise<void> {
  await cache.cancelQueries(filter)
  await cache.invalidateQueries(filter)
}
