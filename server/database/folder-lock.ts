import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartupError } from '../startup-error'
import { isAlive, startTimeOf } from './running-process'

const holderSchema = z.object({
  pid: z.number().int().positive(),
  startTime: z.string().optional(),
  address: z.string(),
})
type Holder = z.infer<typeof holderSchema>

export interface FolderLock {
  /** Gives the folder free; safe to call twice. */
  release(): void
}

/**
 * Takes the data folder for this process alone. A lock whose process is gone (or whose id now belongs to another process)
 * is taken over.
 * @param address where this process can be reached, shown to whoever is refused
 * @throws StartupError with the holder's process id and address
 */
export function lockFolder(dataDir: string, address: string): FolderLock {
  const path = join(dataDir, 'loci.lock')
  const draft = `${path}.${process.pid}`
  const text = JSON.stringify({ pid: process.pid, startTime: startTimeOf(process.pid), address } satisfies Holder)
  writeFileSync(draft, text, { mode: 0o644 })
  try {
    for (let attempt = 0; attempt < 5; attempt += 1) {
      if (tryLink(draft, path)) return { release: () => releaseLock(path, text) }
      const found = readText(path)
      if (found === undefined) continue
      const holder = holderOf(found)
      if (holder && holds(holder)) throw refusal(holder)
      takeAway(path, found)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  throw new StartupError(`Could not lock ${dataDir}: other processes are starting on it at this moment. Try again.`)
}

function refusal({ pid, address }: Holder): StartupError {
  return new StartupError(
    `Loci already runs on this data folder: process ${pid}, ${address}. Stop it first, or set LOCI_DATA_DIR to another folder.`,
  )
}

function holds({ pid, startTime }: Holder): boolean {
  if (!isAlive(pid)) return false
  const now = startTimeOf(pid)
  return now === undefined || startTime === undefined || now === startTime
}

/** Moves a stale lock away. A rename has one winner; what was moved is looked at, lest it be a fresh lock. */
function takeAway(path: string, stale: string): void {
  const away = `${path}.stale.${process.pid}`
  try {
    renameSync(path, away)
  } catch {
    return
  }
  if (readText(away) !== stale) tryLink(away, path)
  rmSync(away, { force: true })
}

function releaseLock(path: string, text: string): void {
  if (readText(path) === text) rmSync(path, { force: true })
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function holderOf(text: string): Holder | undefined {
  try {
    return holderSchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
