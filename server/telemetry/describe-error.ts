import { LociError } from '../errors'
import { StartupError } from '../startup-error'
import { sqlState } from '../store/database-error'

/** What the log may say of an error. Messages of unknown errors can quote stored content, so they stay out. */
export interface ErrorFacts {
  name: string
  message?: string
  /** PostgreSQL's state or the system's code. */
  code?: string
  /** Where it was thrown: stack frames without the message. */
  at: string[]
  cause?: ErrorFacts
}

const MAX_FRAMES = 8
const MAX_CAUSES = 4

export function describeError(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error)) return { name: typeof error, at: [] }
  const facts: ErrorFacts = { name: error.name, at: framesOf(error) }
  const code = sqlState(error) ?? codeOf(error)
  if (code !== undefined) facts.code = code
  if (isOwnText(error)) facts.message = error.message.slice(0, 300)
  if (error.cause !== undefined && depth < MAX_CAUSES) facts.cause = describeError(error.cause, depth + 1)
  return facts
}

/** Ours, the engine's complaint about code, or the system's about a call: none of them quotes data. */
function isOwnText(error: Error): boolean {
  return (
    error instanceof LociError ||
    error instanceof StartupError ||
    error instanceof TypeError ||
    error instanceof ReferenceError ||
    'syscall' in error
  )
}

function codeOf(error: Error): string | undefined {
  return 'code' in error && typeof error.code === 'string' ? error.code.slice(0, 40) : undefined
}

function framesOf(error: Error): string[] {
  const lines = (error.stack ?? '').split('\n')
  return lines
    .filter((line) => /^\s+at /.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => line.trim())
}
