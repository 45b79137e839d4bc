import { CreateKeyInput, type KeyReach, type KeyRight } from '@/server/schemas/keys'

export type ExpiryChoice = 'never' | '30' | '90' | '365'

export interface KeyFormValues {
  name: string
  reach: KeyReach['kind']
  tenant: string
  subject: string
  rights: readonly KeyRight[]
  /** Names with commas between them; empty means any agent. */
  agents: string
  /** Days. */
  expiry: ExpiryChoice
}

export const emptyKeyForm: KeyFormValues = {
  name: '',
  reach: 'tenant',
  tenant: '',
  subject: '',
  rights: ['read', 'write', 'delete'],
  agents: '',
  expiry: 'never',
}

export type KeyFormProblems = Partial<Record<keyof KeyFormValues, string>>

const day = 86_400_000

function reachOf(values: KeyFormValues): KeyReach {
  const tenant = values.tenant.trim()
  if (values.reach === 'all') return { kind: 'all' }
  if (values.reach === 'tenant') return { kind: 'tenant', tenant }
  return { kind: 'scope', tenant, subject: values.subject.trim() }
}

/** What is sent, or what is wrong by field. `now` in ms; `mustNameAgents`: a key for any agent is not the caller's to make. */
export function readKeyForm(
  values: KeyFormValues,
  { now, mustNameAgents = false }: { now: number; mustNameAgents?: boolean },
): { input: CreateKeyInput; problems: null } | { input: null; problems: KeyFormProblems } {
  const agents = values.agents
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  const parsed = CreateKeyInput.safeParse({
    name: values.name.trim(),
    reach: reachOf(values),
    rights: [...values.rights],
    agents,
    ...(values.expiry === 'never' ? {} : { expiresAt: new Date(now + Number(values.expiry) * day).toISOString() }),
  })
  const isNoAgent = mustNameAgents && agents.length === 0
  if (parsed.success && !isNoAgent) return { input: parsed.data, problems: null }
  const problems: KeyFormProblems = isNoAgent ? { agents: 'Name at least one agent.' } : {}
  for (const issue of parsed.error?.issues ?? []) {
    const field = fieldOf(issue.path)
    problems[field] ??= issue.code === 'too_small' ? emptyWords[field] : issue.message
  }
  return { input: null, problems }
}

function fieldOf(path: readonly PropertyKey[]): keyof KeyFormValues {
  const name = path[0] === 'reach' ? path[1] : path[0]
  if (name === 'tenant' || name === 'subject' || name === 'rights' || name === 'agents') return name
  return name === 'expiresAt' ? 'expiry' : 'name'
}

const emptyWords: Record<keyof KeyFormValues, string> = {
  name: 'Say what the key is for.',
  reach: 'Choose what the key covers.',
  tenant: 'Name the tenant.',
  subject: 'Name the subject.',
  rights: 'Choose at least one right.',
  agents: 'Names with commas between them.',
  expiry: 'Choose when it expires.',
}
