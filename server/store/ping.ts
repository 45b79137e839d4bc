import type { Pool } from 'pg'

/** True when the database answers within `limitMs`. Never throws. */
export async function answersWithin(pool: Pool, limitMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), limitMs)
  })
  const asked = pool.query('SELECT 1').then(
    () => true,
    () => false,
  )
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}
