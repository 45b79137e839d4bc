import pino, { type DestinationStream, type Level, type Logger } from 'pino'
import { describeError } from './describe-error'

/** Fields that may stand in the log; any other is dropped, so that content, keys and cookies cannot slip in. */
const FIELDS = [
  'requestId',
  'procedure',
  'route',
  'method',
  'code',
  'status',
  'durationMs',
  'caller',
  'error',
  'err',
  'threads',
  'count',
  'port',
  'host',
] as const

export interface LogOptions {
  level?: Level | 'silent'
  /** Where the lines go; standard output, readable in a terminal, when absent. */
  destination?: DestinationStream
}

/** The process's log: one JSON object a line, or one readable line in a terminal where pino-pretty is installed. */
export async function createLog({ level = 'info', destination }: LogOptions = {}): Promise<Logger> {
  const stream = destination ?? (process.stdout.isTTY ? await readable() : undefined) ?? pino.destination(1)
  return pino(
    {
      level,
      base: null,
      formatters: { level: (label) => ({ level: label }), log: allowedFields },
      hooks: { logMethod: withoutErrors },
    },
    stream,
  )
}

function allowedFields(given: Record<string, unknown>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const field of FIELDS) {
    const value = given[field]
    if (value === undefined) continue
    kept[field] = value instanceof Error ? describeError(value) : value
  }
  return kept
}

/** `log.error(error)` would write the error's own message; it becomes a field that says what may be said. */
const withoutErrors: NonNullable<NonNullable<Parameters<typeof pino>[0] & object>['hooks']>['logMethod'] = function (
  args,
  method,
) {
  const first: unknown = args[0]
  if (first instanceof Error) {
    const said: unknown = args[1]
    method.apply(this, [{ error: describeError(first) }, typeof said === 'string' ? said : 'error'] as never)
    return
  }
  method.apply(this, args)
}

async function readable(): Promise<DestinationStream | undefined> {
  try {
    const { default: pretty } = await import('pino-pretty')
    return pretty({ colorize: true, translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', sync: true })
  } catch {
    return undefined
  }
}
