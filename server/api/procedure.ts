import { initTRPC, TRPCError } from '@trpc/server'
import { ZodError } from 'zod'
import { type Access, assertAccess, mayRead } from '../auth/permissions'
import { assertLooksAtNoContent, withheld } from '../auth/withheld'
import { type ErrorCode, LociError } from '../errors'
import { noteContentRead, noteRefusal } from '../services/audit/content-reads'
import type { ServiceContext } from '../services/context'
import { isInputRevealed } from '../services/threads/revealed'
import { errorFromDatabase } from '../store/database-error'

const TRPC_CODES = {
  UNAUTHENTICATED: 'UNAUTHORIZED',
  FORBIDDEN: 'FORBIDDEN',
  NOT_FOUND: 'NOT_FOUND',
  INVALID_INPUT: 'BAD_REQUEST',
  CONFLICT: 'CONFLICT',
  TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  RATE_LIMITED: 'TOO_MANY_REQUESTS',
  UNAVAILABLE: 'SERVICE_UNAVAILABLE',
  INTERNAL: 'INTERNAL_SERVER_ERROR',
} as const satisfies Record<ErrorCode, TRPCError['code']>

/** What a caller is told of any error: ours as it is, bad input by field, the database by its state, the rest INTERNAL. */
export function toLociError(error: unknown): LociError {
  if (error instanceof LociError) return error
  if (error instanceof TRPCError) {
    if (error.cause instanceof LociError) return error.cause
    // Only input: an answer that fails its own schema is our fault.
    if (error.code === 'BAD_REQUEST' && error.cause instanceof ZodError) return badInput(error.cause)
    if (error.code === 'NOT_FOUND') return new LociError('NOT_FOUND', 'No such procedure.', { cause: error })
    if (error.code === 'METHOD_NOT_SUPPORTED' || error.code === 'BAD_REQUEST' || error.code === 'PARSE_ERROR') {
      return new LociError('INVALID_INPUT', 'The request could not be read.', { cause: error })
    }
    return toLociError(error.cause ?? new Error('unknown'))
  }
  return errorFromDatabase(error) ?? new LociError('INTERNAL', 'Something went wrong on our side.', { cause: error })
}

/** The same, as tRPC carries it: its cause is the typed error. */
export function toTrpcError(error: unknown): TRPCError {
  const known = toLociError(error)
  return new TRPCError({ code: TRPC_CODES[known.code], message: known.message, cause: known })
}

/** Of a name in a path, in characters: the callers' own names stand there too, and may be as long as a body. */
const LONGEST_NAME = 128

/** Paths and reasons, never the values that were sent. */
export function badInput(error: ZodError): LociError {
  const lines = error.issues.slice(0, 5).map((issue) => {
    const path = issue.path.map(shortName).join('.')
    return path === '' ? issue.message : `${path}: ${issue.message}`
  })
  return new LociError('INVALID_INPUT', lines.join(' '), { cause: error })
}

function shortName(name: PropertyKey): string {
  const text = String(name)
  return text.length > LONGEST_NAME ? `${text.slice(0, LONGEST_NAME)}…` : text
}

export interface ProcedureMeta {
  access: Access
}

const t = initTRPC
  .context<ServiceContext>()
  .meta<ProcedureMeta>()
  .create({
    errorFormatter({ shape, error, ctx }) {
      const known = toLociError(error)
      return {
        ...shape,
        message: known.message,
        data: {
          code: known.code,
          retryable: known.retryable,
          requestId: ctx?.requestId ?? null,
          retryAfterMs: known.retryAfterMs ?? null,
          httpStatus: shape.data.httpStatus,
          path: shape.data.path ?? null,
        },
      }
    },
  })

export const router = t.router
export const createCallerFactory = t.createCallerFactory

// A catch around next() would never fire: tRPC hands the error back as a result.
const withErrors = t.middleware(async ({ next }) => {
  const result = await next()
  if (result.ok) return result
  return { ...result, error: toTrpcError(result.error) }
})

const withAccess = t.middleware(async ({ ctx, meta, path, getRawInput, next }) => {
  if (!meta) throw new LociError('INTERNAL', 'This procedure declares no access.')
  const { access } = meta
  const assertMay = (asked: Access) => {
    try {
      assertAccess(ctx.principal, asked)
    } catch (error) {
      void noteRefusal(ctx, path)
      throw error
    }
  }
  /** Nobody is shown a conversation that the audit log does not tell of. */
  const shown = async () => {
    const result = await next()
    if (result.ok && !access.isPublic && access.operator === 'read') {
      const answer = access.opensFound ? result.data : undefined
      await noteContentRead(ctx, { path, input: await getRawInput(), answer })
    }
    return result
  }
  if (access.isPublic || mayRead(ctx.principal)) {
    assertMay(access)
    return shown()
  }
  const isRevealed = access.ifRevealed === true && (await isInputRevealed(ctx, await getRawInput()))
  assertMay(isRevealed && access.operator === 'read' ? { ...access, operator: 'reveal' } : access)
  if (isRevealed) return shown()
  // Words in names of tenants and subjects are no content.
  if (!path.startsWith('scopes.')) assertLooksAtNoContent(await getRawInput())
  const result = await next()
  return result.ok ? { ...result, data: withheld(result.data) } : result
})

/** The one way to make a procedure: who may call it, then input, output and one call of a service. */
export function procedure(access: Access) {
  return t.procedure.meta({ access }).use(withErrors).use(withAccess)
}
