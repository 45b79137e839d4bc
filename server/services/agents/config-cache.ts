import { Window } from '../../../memory/window-schema'
import { loadConfigs, type StoredConfig } from '../../store/config-versions'
import type { Queryable } from '../../store/window-rows'

/** The newest setting of the app or of an agent. */
export interface Config extends Omit<StoredConfig, 'window'> {
  /** Null inherits; 'unreadable' when a newer Loci wrote what this one does not know. */
  readonly window: Window | null | 'unreadable'
}

export interface ConfigSnapshot {
  /** `installation.config_revision` at which it was read. */
  readonly revision: number
  /** By agent name; the app's under ''. */
  readonly configs: ReadonlyMap<string, Config>
}

/**
 * The settings of all agents in memory, so that a read needs no statement for them. Nobody tells it of changes: each
 * answer of the hot path carries the revision that the database has now, and a caller that sees another one asks for
 * `atLeast` that before it answers (W2: the very next read follows the new setting).
 */
export class ConfigCache {
  readonly #pool: Queryable
  #snapshot: ConfigSnapshot | undefined
  #running: Promise<ConfigSnapshot> | undefined
  #next: Promise<ConfigSnapshot> | undefined

  constructor(pool: Queryable) {
    this.#pool = pool
  }

  /** What is known; loaded when nothing is yet. */
  async get(): Promise<ConfigSnapshot> {
    return this.#snapshot ?? this.refresh()
  }

  /** Reads the settings anew. Calls that come while they are being read share one further reading, begun after them. */
  refresh(): Promise<ConfigSnapshot> {
    this.#next ??= (this.#running ?? Promise.resolve()).then(() => {
      this.#next = undefined
      this.#running = this.#load().finally(() => {
        this.#running = undefined
      })
      return this.#running
    })
    return this.#next
  }

  /**
   * The settings at this revision or a later one. Whoever holds a connection passes it: to wait for a second one from the
   * pool, when all wait so, is a deadlock.
   */
  async atLeast(revision: number, held?: Queryable): Promise<ConfigSnapshot> {
    const known = this.#snapshot
    if (known && known.revision >= revision) return known
    if (held) return this.#load(held)
    return this.refresh()
  }

  async #load(through = this.#pool): Promise<ConfigSnapshot> {
    const { revision, configs } = await loadConfigs(through)
    const loaded = { revision, configs: new Map(configs.map((config) => [config.agentName, parseConfig(config)])) }
    if (!this.#snapshot || this.#snapshot.revision <= revision) this.#snapshot = loaded
    return this.#snapshot
  }
}

function parseConfig(config: StoredConfig): Config {
  return { ...config, window: config.window === null ? null : parseWindow(config.window) }
}

/** A stored window. A setting of a strategy that this version does not know must not be taken for no setting. */
export function parseWindow(text: string): Window | 'unreadable' {
  const parsed = Window.safeParse(JSON.parse(text))
  return parsed.success ? parsed.data : 'unreadable'
}
