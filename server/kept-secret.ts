import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from './startup-error'

/**
 * A secret of 32 random bytes (base64url, 43 characters) under `name` in the data folder, made the first time it is asked
 * for and the same ever after. The file is readable by this user alone (0600).
 * @throws StartupError when the data folder cannot be written
 */
export function keptSecret(dataDir: string, name: string): string {
  const path = join(dataDir, name)
  const kept = readKept(path)
  if (kept) return kept
  makeDataDir(dataDir)
  const draft = `${path}.${process.pid}`
  try {
    writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
    // A link fails when the name is taken, so two processes that start at once end with one secret.
    linkSync(draft, path)
  } catch (error) {
    if (!readKept(path)) throw new StartupError(`Cannot write ${path} (${reasonOf(error)}): make the folder writable.`)
  } finally {
    rmSync(draft, { force: true })
  }
  const made = readKept(path)
  if (!made) throw new StartupError(`${path} is empty: delete it to have a new one made.`)
  return made
}

/**
 * Makes the data folder. As root it stays passable (0711), since the database runs as another user below it.
 * @throws StartupError when it cannot be made
 */
export function makeDataDir(dataDir: string): void {
  const mode = process.getuid?.() === 0 ? 0o711 : 0o700
  try {
    mkdirSync(dataDir, { recursive: true, mode })
    const { mode: found, uid } = statSync(dataDir)
    if (uid === process.getuid?.() && (found & 0o777) !== mode) chmodSync(dataDir, mode)
  } catch (error) {
    throw new StartupError(`Cannot make the data folder ${dataDir} (${reasonOf(error)}): set LOCI_DATA_DIR to another.`)
  }
}

function readKept(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim() || undefined
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(reasonOf(error))) return undefined
    throw new StartupError(`Cannot read ${path} (${reasonOf(error)}): start Loci as the user who owns it.`)
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Error && 'code' in error) return String(error.code)
  return String(error)
}
