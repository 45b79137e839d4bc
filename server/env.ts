import { resolve } from 'node:path'
import { z } from 'zod'
import { keptSecret } from './kept-secret'
import { StartupError } from './startup-error'

/** What the process was told from outside (design 5). Absent stays `undefined`; nothing else reads `process.env`. */
export interface Environment {
  /** 0 lets the system choose. */
  readonly port: number
  readonly host: string
  /** Absent: the embedded engine runs. */
  readonly databaseUrl: string | undefined
  /** The role that migrates, where it is not the role of `databaseUrl`. */
  readonly databaseOwnerUrl: string | undefined
  /** Absolute. */
  readonly dataDir: string
  /** Makes the first admin, for unattended starts. */
  readonly admin: { readonly email: string; readonly password: string } | undefined
  /** Registered at start as a full-access key. */
  readonly apiKey: string | undefined
  /** At least 32 characters; made and kept in the data folder when it was not given. */
  readonly secret: string
  readonly models: {
    readonly baseUrl: string | undefined
    readonly apiKey: string | undefined
    readonly summary: string | undefined
    readonly embedding: string | undefined
  }
  /** Requests in a minute that one key, and one address, may make; the defaults where absent. */
  readonly limits: { readonly callsPerKey: number | undefined; readonly callsPerAddress: number | undefined }
  /** Pages are compiled on demand and reloaded (`npm run dev`). */
  readonly development: boolean
}

const postgresUrl = z
  .string()
  .refine(
    (value) => ['postgres:', 'postgresql:'].includes(protocolOf(value) ?? ''),
    'write postgresql://user:password@host:5432/database',
  )
const webUrl = z
  .string()
  .refine(
    (value) => ['http:', 'https:'].includes(protocolOf(value) ?? ''),
    'write a URL such as https://api.openai.com/v1',
  )
const longText = z
  .string()
  .min(32, 'use 32 characters or more, or leave it out')
  .max(1024, 'use at most 1,024 characters')

const perMinute = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'write a whole number from 1 to 999999999')
  .transform(Number)

const variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'write a port number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'write a port number from 0 to 65535')
    .optional(),
  HOST: z
    .string()
    .regex(/^[\w.:%-]+$/, 'write a host name or an address such as 127.0.0.1')
    .optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_OWNER_URL: postgresUrl.optional(),
  LOCI_DATA_DIR: z.string().optional(),
  LOCI_ADMIN_EMAIL: z.email('write an e-mail address').optional(),
  LOCI_ADMIN_PASSWORD: z
    .string()
    .min(10, 'use 10 characters or more')
    .max(256, 'use at most 256 characters')
    .optional(),
  LOCI_API_KEY: longText.regex(/^[\x21-\x7e]*$/, 'use letters, digits and signs without spaces').optional(),
  LOCI_SECRET: longText.optional(),
  OPENAI_BASE_URL: webUrl.optional(),
  OPENAI_API_KEY: z.string().optional(),
  LOCI_SUMMARY_MODEL: z.string().optional(),
  LOCI_EMBEDDING_MODEL: z.string().optional(),
  LOCI_KEY_CALLS_PER_MINUTE: perMinute.optional(),
  LOCI_ADDRESS_CALLS_PER_MINUTE: perMinute.optional(),
  NODE_ENV: z.string().optional(),
})

/**
 * Reads and checks the environment; an empty variable counts as absent. Makes the data folder's secret when none is given.
 * @throws StartupError one line that names the variable and what to do
 */
export function readEnvironment(source: Readonly<Record<string, string | undefined>> = process.env): Environment {
  const given = Object.fromEntries(
    Object.keys(variables.shape).map((name) => [name, source[name]?.trim() || undefined]),
  )
  const parsed = variables.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new StartupError(`${issue?.path.join('.')} is not usable: ${issue?.message}.`)
  }
  const read = parsed.data
  if (read.DATABASE_OWNER_URL && !read.DATABASE_URL) {
    throw new StartupError('DATABASE_OWNER_URL is set without DATABASE_URL: set both, or neither.')
  }
  const dataDir = resolve(read.LOCI_DATA_DIR ?? '.data')
  return Object.freeze({
    port: read.PORT ?? 3000,
    host: read.HOST ?? '127.0.0.1',
    databaseUrl: read.DATABASE_URL,
    databaseOwnerUrl: read.DATABASE_OWNER_URL,
    dataDir,
    admin: adminOf(read.LOCI_ADMIN_EMAIL, read.LOCI_ADMIN_PASSWORD),
    apiKey: read.LOCI_API_KEY,
    secret: read.LOCI_SECRET ?? keptSecret(dataDir, 'secret'),
    models: Object.freeze({
      baseUrl: read.OPENAI_BASE_URL,
      apiKey: read.OPENAI_API_KEY,
      summary: read.LOCI_SUMMARY_MODEL,
      embedding: read.LOCI_EMBEDDING_MODEL,
    }),
    limits: Object.freeze({
      callsPerKey: read.LOCI_KEY_CALLS_PER_MINUTE,
      callsPerAddress: read.LOCI_ADDRESS_CALLS_PER_MINUTE,
    }),
    development: read.NODE_ENV === 'development',
  })
}

/** The few variables that a child process of ours needs from the system; no secret is passed on. */
export function systemEnvironment(
  source: Readonly<Record<string, string | undefined>> = process.env,
): NodeJS.ProcessEnv {
  const names = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR']
  return { NODE_ENV: 'production', ...Object.fromEntries(names.map((name) => [name, source[name]])) }
}

function adminOf(email: string | undefined, password: string | undefined): Environment['admin'] {
  if (email && password) return Object.freeze({ email, password })
  if (email) throw new StartupError('LOCI_ADMIN_EMAIL is set without LOCI_ADMIN_PASSWORD: set both, or neither.')
  if (password) throw new StartupError('LOCI_ADMIN_PASSWORD is set without LOCI_ADMIN_EMAIL: set both, or neither.')
  return undefined
}

function protocolOf(value: string): string | undefined {
  return URL.canParse(value) ? new URL(value).protocol : undefined
}
