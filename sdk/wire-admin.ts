import type { Tags } from '../memory/contract'
import type { ReviewStatus, ScopePatternName } from './wire'

/** What a key covers (S2). */
export type KeyReach =
  | { kind: 'scope'; tenant: string; subject: string }
  | { kind: 'tenant'; tenant: string }
  | { kind: 'all' }

export type KeyRight = 'read' | 'write' | 'delete' | 'admin'

export interface CreateKeyInput {
  name: string
  reach: KeyReach
  /** Read, write and delete unless said otherwise. */
  rights?: KeyRight[] | undefined
  /** Agents that the key is bound to; none binds it to no agent. */
  agents?: string[] | undefined
  expiresAt?: string | undefined
}

export interface KeyFacts {
  id: string
  name: string
  prefix: string
  reach: KeyReach
  rights: KeyRight[]
  agents: string[]
  createdBy: string
  createdAt: string
  expiresAt: string | null
  revokedAt: string | null
  lastUsedAt: string | null
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

export interface JobFacts {
  id: string
  kind: string
  state: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  done: number
  /** Null while it is not known. */
  total: number | null
  result: Json
  error: string | null
  createdAt: string
  finishedAt: string | null
}

export interface StartImportInput {
  /** Told by the first line when it is not named. */
  format?: 'openai-jsonl' | 'ai-sdk-jsonl' | 'loci-jsonl' | undefined
  agentName?: string | undefined
  /** One conversation, or one exported thread, a line; at most 32 MiB. */
  text: string
  /** Only says what would come of it. */
  dryRun?: boolean | undefined
}

export interface StartExportInput {
  format?: 'loci-jsonl' | 'openai-jsonl' | 'csv' | undefined
  /** Instead of the scope: several, for those who may. */
  scopePattern?: ScopePatternName | undefined
  agentName?: string | undefined
  filters?:
    | {
        tags?: Tags | undefined
        text?: string | undefined
        createdAfter?: string | undefined
        createdBefore?: string | undefined
        activeAfter?: string | undefined
        activeBefore?: string | undefined
        minTokens?: number | undefined
        maxTokens?: number | undefined
        status?: ReviewStatus | undefined
        outcome?: 'pass' | 'fail' | undefined
        assignee?: string | undefined
        reviewer?: string | undefined
      }
    | undefined
  /** Counts only. */
  dryRun?: boolean | undefined
}
