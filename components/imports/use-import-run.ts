import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type ImportFormat, ImportResult, type JobView } from '@/server/schemas/jobs'
import { readApiError } from '../data/api-error'
import { useTRPC, useTRPCClient } from '../data/trpc'
import { useThreadCaches } from '../threads/use-thread-caches'
import { addResult, type ImportTotals, noTotals } from './import-totals'
import type { Piece } from './pieces'

const LOOK_EVERY_MS = 400
/** Looks in a row that may fail, as far as the same look may succeed later. */
const MOST_FAILURES = 5

export interface ImportOrder {
  readonly pieces: readonly Piece[]
  readonly format: ImportFormat
  readonly scope: { tenant: string; subject: string }
  readonly agentName: string | undefined
  /** Lines that were refused before anything was sent. */
  readonly refused: readonly { line: number; reason: string }[]
}

export interface ImportRun {
  readonly dryRun: boolean
  readonly state: 'running' | 'done' | 'failed' | 'cancelled'
  readonly done: number
  readonly total: number
  readonly totals: ImportTotals
  /** Why it failed. */
  readonly error: string | null
  readonly order: ImportOrder
}

/** Imports a file piece by piece, each a job of its own; the next begins when one is done. */
export function useImportRun() {
  const client = useTRPCClient()
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const caches = useThreadCaches()
  const [run, setRun] = useState<ImportRun | null>(null)
  const current = useRef<{ jobId: string | null; isCancelled: boolean }>({ jobId: null, isCancelled: false })

  async function follow(started: JobView, onDone: (done: number) => void): Promise<JobView> {
    let job = started
    let failures = 0
    while (job.finishedAt === null) {
      onDone(job.done)
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
      try {
        job = await client.jobs.get.query({ id: job.id })
        failures = 0
      } catch (error) {
        failures += 1
        if (failures > MOST_FAILURES || !readApiError(error).isRetryable) throw error
      }
    }
    return job
  }

  async function start(order: ImportOrder, { dryRun }: { dryRun: boolean }): Promise<void> {
    const mine = { jobId: null as string | null, isCancelled: false }
    current.current = mine
    const total = order.pieces.reduce((sum, { count }) => sum + count, 0)
    let before = 0
    let totals: ImportTotals = { ...noTotals, skipped: order.refused, skippedCount: order.refused.length }
    const say = (said: Partial<ImportRun>) => {
      if (current.current !== mine) return
      setRun({ dryRun, state: 'running', done: before, total, totals, error: null, order, ...said })
    }
    say({})
    try {
      for (const piece of order.pieces) {
        const { format, scope, agentName } = order
        const started = await client.imports.start.mutate({ text: piece.text, format, scope, agentName, dryRun })
        mine.jobId = started.id
        // The button may have been pressed while the piece was on its way.
        if (mine.isCancelled) await client.jobs.cancel.mutate({ id: started.id })
        const job = await follow(started, (done) => say({ done: before + done }))
        if (job.state !== 'done')
          return say({ state: job.state === 'cancelled' ? 'cancelled' : 'failed', error: job.error })
        totals = addResult(totals, ImportResult.parse(job.result), piece.lines)
        before += piece.count
        say({})
      }
      say({ state: 'done' })
    } catch (error) {
      const { message, requestId } = readApiError(error)
      say({ state: 'failed', error: requestId ? `${message} Request ${requestId}.` : message })
    } finally {
      void queryClient.invalidateQueries(trpc.jobs.list.pathFilter())
      if (!dryRun) void Promise.all([caches.refreshLists(), caches.refreshFigures()])
    }
  }

  return {
    run,
    start: (order: ImportOrder, options: { dryRun: boolean }) => void start(order, options),
    cancel: () => {
      current.current.isCancelled = true
      const { jobId } = current.current
      // One that has ended meanwhile stays as it is.
      if (jobId) client.jobs.cancel.mutate({ id: jobId }).catch(() => {})
    },
    /** What was said of another file, or another place, is not of this one. */
    forget: () => {
      current.current = { jobId: null, isCancelled: false }
      setRun(null)
    },
  }
}
