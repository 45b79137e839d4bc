import { describe, test } from 'vitest'
import type { MemoryProvider } from '../../../memory/contract'
import { withEvents } from '../../../memory/events'
import { BufferMemory } from '../../../memory/providers/buffer'
import { CompositeMemory } from '../../../memory/providers/composite'
import { SlidingWindowMemory } from '../../../memory/providers/sliding-window'
import { SummarizingMemory } from '../../../memory/providers/summarizing'
import { VectorMemory } from '../../../memory/providers/vector'
import { memoryProviderContract } from '../../../sdk/testing'
import { tokenizer } from '../../../sdk/tokens'

/** A vector of the letters of a text. */
const embed = (text: string) =>
  Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => text.toLowerCase().split(letter).length - 1)

const summarizing = () =>
  new SummarizingMemory({ summaryModel: async () => 'What was said before.', recentMessages: 20, summarizeEvery: 4 })

const providers: Record<string, () => MemoryProvider> = {
  BufferMemory: () => new BufferMemory(),
  'BufferMemory with tokens': () => new BufferMemory({ maxMessages: 50, maxTokens: 4_000, counter: tokenizer }),
  SlidingWindowMemory: () => new SlidingWindowMemory(),
  SummarizingMemory: summarizing,
  'VectorMemory by words': () => new VectorMemory({ topK: 20 }),
  'VectorMemory by vectors': () => new VectorMemory({ topK: 20, embed }),
  'CompositeMemory of one': () => new CompositeMemory({ providers: [new BufferMemory()] }),
  'CompositeMemory of all, concat': () =>
    new CompositeMemory({
      providers: [new BufferMemory({ maxMessages: 4 }), summarizing(), new VectorMemory({ topK: 20, embed })],
    }),
  'CompositeMemory, interleave': () =>
    new CompositeMemory({ providers: [new VectorMemory(), new SlidingWindowMemory()], mergeStrategy: 'interleave' }),
  'CompositeMemory, priority, nested': () =>
    new CompositeMemory({
      providers: [
        new CompositeMemory({ providers: [new BufferMemory({ maxMessages: 2 })] }),
        new SlidingWindowMemory(),
      ],
      mergeStrategy: 'priority',
    }),
  'BufferMemory with events': () => withEvents(new BufferMemory()),
}

for (const [name, make] of Object.entries(providers)) memoryProviderContract(make, { describe, test, name })
