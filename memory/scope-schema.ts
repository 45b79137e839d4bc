import { z } from 'zod'
import { byteLength } from './scope'

/** UTF-8 bytes (S4). */
const TENANT_BYTES = 64
const SUBJECT_BYTES = 512
const ID_BYTES = 1024

function isBlank(text: string): boolean {
  // Only separators, controls and invisible format characters: nobody could see or type such an id.
  return /^[\p{Z}\p{C}\s]*$/u.test(text)
}

/** S4: any text of at most `maxBytes` but NUL and lone surrogates. */
function boundedText(name: string, maxBytes: number) {
  return z
    .string()
    .refine((text) => !text.includes('\u0000'), { error: `${name} must not hold NUL` })
    .refine((text) => !/\p{Surrogate}/u.test(text), { error: `${name} must not hold lone surrogates` })
    .refine((text) => byteLength(text) <= maxBytes, { error: `${name} is longer than ${maxBytes} bytes` })
}

function boundedId(name: string, maxBytes: number) {
  return boundedText(name, maxBytes).refine((text) => !isBlank(text), { error: `${name} must not be blank` })
}

export const ThreadId = boundedId('threadId', ID_BYTES)
export const MessageId = boundedId('message id', ID_BYTES)
export const AgentName = boundedId('agentName', ID_BYTES)
export const RunId = boundedId('runId', ID_BYTES)

const notEverything = { error: 'a scope never means everything; ask with scopePattern' }
const Tenant = boundedId('tenant', TENANT_BYTES).refine((text) => text !== '*', notEverything)
const Subject = boundedText('subject', SUBJECT_BYTES)
  .refine((text) => text === '' || !isBlank(text), { error: 'subject must not be blank' })
  .refine((text) => text !== '*', notEverything)

const ScopeObject = z.strictObject({ tenant: Tenant, subject: Subject.default('') })

/**
 * S1 and S2: a scope on the wire, as `{ tenant, subject? }` or as text: `tenant:<t>:subject:<s>`, with `%3A` for ':' and
 * `%25` for '%'. Text that starts with `tenant:` and does not parse is an error; any other text is a
 * tenant with an empty subject. Empty, null, a literal `*` and unknown fields are errors.
 */
export const ScopeInput = z.union([ScopeObject, z.string().transform(readText).pipe(ScopeObject)])
export type ScopeInput = z.input<typeof ScopeInput>

function readText(text: string, context: z.RefinementCtx): z.input<typeof ScopeObject> {
  if (!text.startsWith('tenant:')) return { tenant: text, subject: '' }
  const match = /^tenant:([^:]+):subject:([^:]*)$/.exec(text)
  const tenant = unescapeField(match?.[1])
  const subject = unescapeField(match?.[2])
  if (tenant !== undefined && subject !== undefined) return { tenant, subject }
  context.addIssue({ code: 'custom', message: 'expected tenant:<tenant>:subject:<subject>' })
  return z.NEVER
}

/** Undefined when a '%' begins no escape of ours. */
function unescapeField(field: string | undefined): string | undefined {
  if (field === undefined || /%(?!3A|25)/i.test(field)) return undefined
  return field.replace(/%3A/gi, ':').replace(/%25/g, '%')
}

/** S2: crossing scopes, asked for by name: one tenant with any subject, or everything. */
export const ScopePattern = z.union([z.strictObject({ tenant: Tenant }), z.strictObject({ all: z.literal(true) })])
