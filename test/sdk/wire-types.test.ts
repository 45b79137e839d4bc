import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { describe, expectTypeOf, it } from 'vitest'
import type { ScopedLoci } from '../../sdk/client'
import type {
  EntryFacts,
  ForkInput,
  ListMessagesInput,
  ListThreadsInput,
  Page,
  ReadInput,
  ReadOutput,
  SearchHit,
  SearchInput,
  StoredMessage,
  ThreadChanges,
  ThreadFacts,
  ThreadSummaries,
  WriteInput,
  WriteOutput,
} from '../../sdk/wire'
import type { AppRouter } from '../../server/api/root'

type In = inferRouterInputs<AppRouter>
type Out = inferRouterOutputs<AppRouter>

// What the SDK sends is taken by the router, and what the router answers is what the SDK promises.
describe('the SDK stands on its own types, and the router agrees with them', () => {
  it('for memory', () => {
    expectTypeOf<ReadInput>().toExtend<In['memory']['read']>()
    expectTypeOf<Out['memory']['read']>().toExtend<ReadOutput>()
    expectTypeOf<WriteOutput>().toExtend<Out['memory']['write']>()
    expectTypeOf<Out['memory']['write']>().toExtend<WriteOutput>()
    expectTypeOf<Omit<WriteInput, 'metadata' | 'run'>>().toExtend<In['memory']['write']>()
    expectTypeOf<Out['memory']['entries']>().toExtend<Page<EntryFacts>>()
    expectTypeOf<Parameters<ScopedLoci['memory']['clear']>[0]>().toExtend<In['memory']['clear']>()
  })

  it('for threads', () => {
    expectTypeOf<ListThreadsInput>().toExtend<In['threads']['list']>()
    expectTypeOf<Out['threads']['list']>().toExtend<Page<ThreadFacts>>()
    expectTypeOf<Out['threads']['get']>().toExtend<ThreadFacts>()
    expectTypeOf<Omit<ThreadChanges, 'metadata' | 'state'>>().toExtend<In['threads']['update']>()
    expectTypeOf<ForkInput>().toExtend<In['threads']['fork']>()
    expectTypeOf<Out['threads']['fork']['thread']>().toExtend<ThreadFacts | null>()
    expectTypeOf<Out['threads']['delete']>().toExtend<{ deleted: 0 | 1; uid: string | null }>()
  })

  it('for summaries', () => {
    expectTypeOf<Parameters<ScopedLoci['threads']['summaries']>[0]>().toExtend<In['threads']['summaries']>()
    expectTypeOf<Out['threads']['summaries']>().toExtend<ThreadSummaries>()
    expectTypeOf<Parameters<ScopedLoci['threads']['summarize']>[0]>().toExtend<In['threads']['summarize']>()
    expectTypeOf<Out['threads']['summarize']>().toExtend<{ id: string; state: string }>()
  })

  it('for messages', () => {
    expectTypeOf<ListMessagesInput>().toExtend<In['messages']['list']>()
    expectTypeOf<Out['messages']['list']>().toExtend<{ items: StoredMessage[] }>()
  })

  it('for search', () => {
    expectTypeOf<SearchInput>().toExtend<In['search']['messages']>()
    expectTypeOf<Out['search']['messages']>().toExtend<Page<SearchHit>>()
  })
})
