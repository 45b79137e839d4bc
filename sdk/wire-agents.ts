import type { Window, WindowInput } from '../memory/window-config'
import type { ScopeName } from './wire'

/** Names an agent, or with `app` what holds for all agents that have no setting of their own. */
export type AgentOrApp = { agentName: string; app?: undefined } | { app: true; agentName?: undefined }

/** What holds for an agent now, and where it came from (W2). Version 0 is the built-in default. */
export interface EffectiveSettings {
  window: Window
  source: 'default' | 'app' | 'agent' | 'thread' | 'call'
  version: number
  storing: boolean
  allowCallWindow: boolean
}

export interface SettingsVersion {
  version: number
  /** Null inherits. */
  window: Window | null
  storing: boolean
  allowCallWindow: boolean
  note: string | null
  author: string
  createdAt: string
}

export interface AgentFacts {
  name: string
  threads: number
  tokens: number
  /** Tokens of its reads in the last seven days, within 3 %; null where it read nothing, or the key does not cover everything. */
  readTokens: { median: number; p95: number; reads: number } | null
  firstSeenAt: string
  lastSeenAt: string
  own: SettingsVersion | null
  effective: EffectiveSettings
}

export interface ListAgentsInput {
  /** Part of the name, without case. */
  text?: string | undefined
  /** By name unless said otherwise. */
  sort?: { by: 'name' | 'threads' | 'tokens' | 'readTokens' | 'lastSeenAt'; order: 'asc' | 'desc' } | undefined
  cursor?: string | undefined
  /** 1 to 200. */
  limit?: number | undefined
}

export interface AgentList {
  items: AgentFacts[]
  nextCursor: string | null
  app: { own: SettingsVersion | null; effective: EffectiveSettings }
}

export interface AgentSettings {
  /** Null for the app, and for an agent that has not been seen yet. */
  agent: AgentFacts | null
  own: SettingsVersion | null
  effective: EffectiveSettings
  versions: SettingsVersion[]
}

/** What to look at: an agent, all agents without a setting of their own, or a thread. */
export interface EffectiveInput {
  app?: true | undefined
  agentName?: string | undefined
  uid?: string | undefined
  /** In the scope that is named, or that the key is bound to. */
  threadId?: string | undefined
  scope?: ScopeName | undefined
  /** A read as one would ask for it. */
  call?: { window?: WindowInput | undefined; limit?: number | undefined; query?: string | undefined } | undefined
}

type SettingSource = EffectiveSettings['source']

/** What applies, setting by setting (W2). */
export interface EffectiveConfiguration {
  agentName: string | null
  window: Window
  source: SettingSource
  version: number
  settings: {
    /** Of a composite window's part with its place: `providers.0.maxTokens`. */
    name: string
    value: string | number | boolean
    source: SettingSource
    version: number
    /** Why it does not do what it seems to do; null where it does. */
    notice: { effect: 'none' | 'with-query' | 'leaves-nothing' | 'unmet'; why: string } | null
  }[]
  /** From the most general to the most particular; a null window sets none. */
  layers: {
    source: SettingSource
    version: number
    window: Window | null
    isInForce: boolean
    why: string | null
  }[]
}

export type SetWindowInput = AgentOrApp & {
  /** Null inherits: the agent follows the app, the app follows the built-in default. */
  window: WindowInput | null
  storing?: boolean | undefined
  allowCallWindow?: boolean | undefined
  note?: string | undefined
  /** Refused with CONFLICT when the newest version is another one (0: none yet). */
  ifVersion?: number | undefined
}

export type RestoreVersionInput = AgentOrApp & {
  version: number
  note?: string | undefined
  ifVersion?: number | undefined
}

export type PreviewWindowInput = AgentOrApp & {
  /** One thread; else the one that `pick` says. */
  uid?: string | undefined
  /** The thread written last (unless said otherwise), or the one with most messages. */
  pick?: 'newest' | 'longest' | undefined
  /** What windows that recall are asked. */
  query?: string | undefined
}

/** Seq, role, turn, tokens, running tokens, ids of its calls, the call it answers, without content, pinned. */
export type PreviewRow = [number, string, number, number, number, string[], string | null, boolean, boolean]

/** What any window over the thread decides on, without texts: the newest 10,000 messages, the first 1,000, and pins. */
export interface WindowPreview {
  saved: EffectiveSettings
  /** Null while the agent has no thread. */
  thread: {
    uid: string
    threadId: string
    scope: { tenant: string; subject: string }
    title: string | null
    agentName: string | null
    messageCount: number
    tokenCount: number
    counter: string
    lastTurn: number
    lastTurnSeq: number
    turnOpen: boolean
    hasOwnWindow: boolean
  } | null
  rows: PreviewRow[]
  summary: { version: number; toSeq: number; tokens: number } | null
  /** Up to 200 of each reach; `elsewhere` holds the rows of those of other threads. Null without a question. */
  recalled:
    | {
        threadUid: string
        seq: number
        seqs: number[]
        found: { reach: 'thread' | 'subject'; rank: number; score: number }[]
        elsewhere: PreviewRow[] | null
      }[]
    | null
}

export type ImpactInput = AgentOrApp & {
  /** The draft; null inherits. */
  window: WindowInput | null
  /** Threads to look at, at most; 100,000 unless said otherwise. */
  sample?: number | undefined
}

export type ReplayInput = AgentOrApp & {
  /** What holds now, unless said otherwise. */
  left?: WindowInput | undefined
  right: WindowInput
  cursor?: string | undefined
  /** Threads of a page, 1 to 20. */
  limit?: number | undefined
}

interface ReplayFigures {
  messages: number
  tokens: number
  overBudget: boolean
}

/** The newest reads of one thread, newest first, under both windows. */
export interface ReplayedThread {
  uid: string
  threadId: string
  scope: { tenant: string; subject: string }
  title: string | null
  messageCount: number
  /** Longer than 10,000 messages: its reads are not gone through. */
  isTooLong: boolean
  reads: {
    entryId: string
    at: string
    runId: string | null
    totalMessages: number
    /** What was in fact handed out, where the agent said so. */
    given: { messages: number; source: string; configVersion: number } | null
    left: ReplayFigures
    right: ReplayFigures
    /** Messages that only the left shows, and only the right. */
    lost: number
    gained: number
  }[]
}

export type TrySummaryInput = AgentOrApp & {
  /** The thread to sum up. */
  uid: string
  /** A summarizing window, or a composite one with such a part. */
  window: WindowInput
}

/** The first summary that a window would make of a thread; nothing of it is stored. */
export interface SummaryTrial {
  /** Null where the model gave none that can stand: `reason` says why. */
  text: string | null
  reason:
    | 'no-model'
    | 'timeout'
    | 'unreachable'
    | 'blocked'
    | 'refused'
    | 'failed'
    | 'invalid'
    | 'blank'
    | 'oversize'
    | null
  tokens: number
  sourceTokens: number
  /** It stands for the messages up to this one. */
  toSeq: number
  milliseconds: number
  model: string
}
