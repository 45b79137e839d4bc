import { describe } from 'vitest'
import type { BetterAgentStorage } from '../../memory/better-agent/storage'
import { holdsAccess } from './agent-memory-access'
import { holdsMessages } from './agent-memory-messages'
import { holdsThreads } from './agent-memory-threads'

/** What Better Agent's Memory page says, over any storage. `storage()` gives one that is empty. */
export function agentMemorySuite(name: string, storage: () => BetterAgentStorage): void {
  describe(`memory over ${name}`, () => {
    holdsMessages(storage)
    holdsThreads(storage)
    holdsAccess(storage)
  })
}
