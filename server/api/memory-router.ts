import {
  ClearMemoryInput,
  ClearMemoryOutput,
  ListEntriesInput,
  ListEntriesOutput,
  ReadMemoryInput,
  ReadMemoryOutput,
  WriteMemoryInput,
  WriteMemoryOutput,
} from '../schemas/memory'
import { clearMemory } from '../services/memory/clear-memory'
import { listEntries } from '../services/memory/list-entries'
import { readMemory } from '../services/memory/read-memory'
import { writeMemory } from '../services/memory/write-memory'
import { operation } from './operation'
import { procedure, router } from './procedure'

// Measured: output checks cost 4 µs a read of 20 messages (they pass as text, unparsed) and 20 µs a write, about 1 %.
const read = operation({
  access: { key: 'read', operator: 'read' },
  input: ReadMemoryInput,
  output: ReadMemoryOutput,
  run: readMemory,
})
const write = operation({
  access: { key: 'write', operator: 'edit' },
  input: WriteMemoryInput,
  output: WriteMemoryOutput,
  run: writeMemory,
})

/** What runs for each turn of each agent. */
export const hotOperations = { 'memory.read': read, 'memory.write': write } as const

export const memoryRouter = router({
  read: procedure(read.access)
    .input(read.input)
    .output(read.output)
    .query(({ ctx, input }) => read.run(ctx, input)),
  write: procedure(write.access)
    .input(write.input)
    .output(write.output)
    .mutation(({ ctx, input }) => write.run(ctx, input)),
  clear: procedure({ key: 'delete', operator: 'act' })
    .input(ClearMemoryInput)
    .output(ClearMemoryOutput)
    .mutation(({ ctx, input }) => clearMemory(ctx, input)),
  entries: procedure({ key: 'read', operator: 'read', opensFound: true })
    .input(ListEntriesInput)
    .output(ListEntriesOutput)
    .query(({ ctx, input }) => listEntries(ctx, input)),
})
