import { ReadMemoryInput, ReadMemoryOutput, WriteMemoryInput, WriteMemoryOutput } from '../schemas/memory'
import { readMemory } from '../services/memory/read-memory'
import { writeMemory } from '../services/memory/write-memory'
import { procedure, router } from './procedure'

export const memoryRouter = router({
  read: procedure({ key: 'read', operator: 'view' })
    .input(ReadMemoryInput)
    .output(ReadMemoryOutput)
    .query(({ ctx, input }) => readMemory(ctx, input)),
  write: procedure({ key: 'write', operator: 'edit' })
    .input(WriteMemoryInput)
    .output(WriteMemoryOutput)
    .mutation(({ ctx, input }) => writeMemory(ctx, input)),
})
