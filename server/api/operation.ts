import type { z } from 'zod'
import { type Access, assertAccess } from '../auth/permissions'
import { noteContentRead, noteRefusal } from '../services/audit/content-reads'
import type { ServiceContext } from '../services/context'
import { badInput } from './procedure'

/**
 * A procedure as plain data. What is called for each turn of each agent runs from it as it is: the steps are those of
 * `procedure`, without the machinery around them, which costs as much as a read does.
 */
export interface Operation<TInput extends z.ZodType, TOutput extends z.ZodType> {
  readonly access: Access
  readonly input: TInput
  readonly output: TOutput
  run(ctx: ServiceContext, input: z.output<TInput>): Promise<z.input<TOutput>>
}

export function operation<TInput extends z.ZodType, TOutput extends z.ZodType>(
  definition: Operation<TInput, TOutput>,
): Operation<TInput, TOutput> {
  return definition
}

/** @throws UNAUTHENTICATED, FORBIDDEN, INVALID_INPUT, and what the operation itself throws */
export async function runOperation<TInput extends z.ZodType, TOutput extends z.ZodType>(
  { access, input, output, run }: Operation<TInput, TOutput>,
  ctx: ServiceContext,
  { path, given }: { path: string; given: unknown },
): Promise<z.output<TOutput>> {
  try {
    assertAccess(ctx.principal, access)
  } catch (error) {
    void noteRefusal(ctx, path)
    throw error
  }
  const parsed = input.safeParse(given)
  if (!parsed.success) throw badInput(parsed.error)
  const answer = output.parse(await run(ctx, parsed.data))
  const isPersonsRead = ctx.principal.kind === 'operator' && !access.isPublic && access.operator === 'read'
  if (isPersonsRead) await noteContentRead(ctx, { path, input: given, answer: undefined })
  return answer
}
