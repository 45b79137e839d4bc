import { type AnyTRPCProcedure, callTRPCProcedure } from '@trpc/server'
import { z } from 'zod'
import type { Access } from '../auth/permissions'
import { LociError } from '../errors'
import type { ServiceContext } from '../services/context'
import { hotOperations } from './memory-router'
import { runOperation } from './operation'
import type { ProcedureMeta } from './procedure'
import { appRouter } from './root'

/** Longer than any statement may take, shorter than a client waits, in ms. */
const CALL_LIMIT_MS = 10_000

// tRPC types this record as the nested routers, and keeps it flat, by path.
const procedures = new Map(Object.entries(appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>))

export interface ProcedureCall {
  /** By its name on the wire, for example `memory.read`. */
  path: string
  /** As it was parsed; the procedure's schema looks at it. */
  input: unknown
  /** The very texts of the input's messages, where it has some (M2). */
  messageTexts?: readonly string[] | undefined
  context: ServiceContext
  /** Place in a batch; 0. */
  batchIndex?: number
  /** Time of the call in ms; 10,000. */
  limitMs?: number | undefined
}

/** Whether there is a procedure of that name, and if it changes something. */
export function procedureType(path: string): 'query' | 'mutation' | undefined {
  const type = procedures.get(path)?._def.type
  return type === 'subscription' ? undefined : type
}

export interface ProcedureFacts {
  type: 'query' | 'mutation'
  access: Access
  input: z.ZodType | undefined
  output: z.ZodType
}

/** What a procedure declares of itself, from which its other doors are made. @throws TypeError for one that declares too little */
export function procedureFacts(path: string): ProcedureFacts {
  const type = procedureType(path)
  // Not in tRPC's type of a built procedure: its output parser, and the type of its meta, which procedure() always sets.
  const definition = procedures.get(path)?._def as
    | { meta: ProcedureMeta; inputs: unknown[]; output?: unknown }
    | undefined
  const [input] = definition?.inputs ?? []
  const output = definition?.output
  if (!type || !definition || !(output instanceof z.ZodType)) throw new TypeError(`${path} declares no output`)
  return { type, access: definition.meta.access, input: input instanceof z.ZodType ? input : undefined, output }
}

/**
 * Calls a procedure, whichever door the call came through: one access check, one validation, one time limit.
 *
 * @throws NOT_FOUND for no such procedure, UNAVAILABLE past the limit, and whatever the procedure throws
 */
export function callProcedure(call: ProcedureCall): Promise<unknown> {
  const { path, input, messageTexts, context, batchIndex = 0, limitMs = CALL_LIMIT_MS } = call
  const type = procedureType(path)
  if (type === undefined) return Promise.reject(new LociError('NOT_FOUND', 'No such procedure.'))
  const ctx = messageTexts === undefined ? context : { messageTexts, ...context }
  if (path === 'memory.read')
    return withinLimit(limitMs, runOperation(hotOperations[path], ctx, { path, given: input }))
  if (path === 'memory.write')
    return withinLimit(limitMs, runOperation(hotOperations[path], ctx, { path, given: input }))
  const work = callTRPCProcedure({
    router: appRouter,
    path,
    type,
    ctx,
    getRawInput: async () => input,
    // What has begun is finished, also for a caller that has gone: its retry finds it done (R5).
    signal: undefined,
    batchIndex,
  })
  return withinLimit(limitMs, work)
}

/** The work goes on in the background when its time is over; its statements have limits of their own. */
function withinLimit<T>(limitMs: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new LociError('UNAVAILABLE', 'The call took too long.', { retryAfterMs: 1000 }))
    }, limitMs)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
