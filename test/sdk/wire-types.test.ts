import type { AnyTRPCProcedure, inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Loci } from '../../sdk/loci'
import type { ReadAnswer, WriteAnswer } from '../../sdk/memory-calls'
import type { ScopedLoci } from '../../sdk/scoped-loci'
import type {
  EntryFacts,
  LineageMember,
  Page,
  ReadOutput,
  StoredMessage,
  ThreadFacts,
  WriteOutput,
} from '../../sdk/wire'
import type { JobFacts, KeyFacts } from '../../sdk/wire-admin'
import type { AgentFacts, AgentList, AgentSettings, ReplayedThread, WindowPreview } from '../../sdk/wire-agents'
import type { LiveThread, StreamEvent } from '../../sdk/wire-live'
import type { SearchHit } from '../../sdk/wire-search'
import { type AppRouter, appRouter } from '../../server/api/root'
import type { LiveEvent, LiveThread as LiveView, WatchThreadInput } from '../../server/schemas/live'

type In = inferRouterInputs<AppRouter>
type Out = inferRouterOutputs<AppRouter>
type Memory = ScopedLoci['memory']
type Threads = ScopedLoci['threads']
type Messages = ScopedLoci['messages']

type InputOf<T extends (...given: never[]) => unknown> = Exclude<Parameters<T>[0], undefined>
type AnswerOf<T extends (...given: never[]) => Promise<unknown>> = Awaited<ReturnType<T>>

/** Every field of any member of a union. */
type FieldsOf<T> = T extends unknown ? keyof T : never
/** Fields that the router takes and the SDK does not name: `scope` is the ScopedLoci's, `threadId` is `sessionId`. */
type Unnamed<TRouter, TSdk> = Exclude<FieldsOf<TRouter>, FieldsOf<TSdk> | 'scope'>

// Both ways: what the SDK sends is taken by the router, and has all of its fields; what the router answers is what the SDK
// promises, and no more.
describe('the SDK stands on its own types, and the router agrees with them', () => {
  it('for memory', () => {
    expectTypeOf<InputOf<Memory['read']>>().toExtend<In['memory']['read']>()
    expectTypeOf<Unnamed<In['memory']['read'], InputOf<Memory['read']>>>().toEqualTypeOf<'threadId'>()
    expectTypeOf<ReadOutput>().toExtend<Out['memory']['read']>()
    expectTypeOf<Out['memory']['read']>().toExtend<ReadOutput>()
    expectTypeOf<ReadOutput>().toExtend<ReadAnswer>()
    expectTypeOf<Omit<InputOf<Memory['write']>, 'metadata' | 'run'>>().toExtend<In['memory']['write']>()
    expectTypeOf<Unnamed<In['memory']['write'], InputOf<Memory['write']>>>().toEqualTypeOf<'threadId'>()
    expectTypeOf<WriteOutput>().toExtend<Out['memory']['write']>()
    expectTypeOf<Out['memory']['write']>().toExtend<WriteOutput>()
    expectTypeOf<WriteOutput>().toExtend<WriteAnswer>()
    expectTypeOf<InputOf<Memory['entries']>>().toExtend<In['memory']['entries']>()
    expectTypeOf<
      Unnamed<Exclude<In['memory']['entries'], undefined>, InputOf<Memory['entries']>>
    >().toEqualTypeOf<'threadId'>()
    expectTypeOf<Out['memory']['entries']>().toExtend<Page<EntryFacts>>()
    expectTypeOf<Page<EntryFacts>>().toExtend<Out['memory']['entries']>()
    expectTypeOf<InputOf<Memory['clear']>>().toExtend<In['memory']['clear']>()
    expectTypeOf<AnswerOf<Memory['clear']>>().toEqualTypeOf<Out['memory']['clear']>()
  })

  it('for threads', () => {
    expectTypeOf<InputOf<Threads['list']>>().toExtend<In['threads']['list']>()
    expectTypeOf<Unnamed<In['threads']['list'], InputOf<Threads['list']>>>().toBeNever()
    expectTypeOf<Out['threads']['list']>().toExtend<Page<ThreadFacts>>()
    expectTypeOf<ThreadFacts & { seen: null; signals: null }>().toExtend<Out['threads']['get']>()
    expectTypeOf<InputOf<Threads['count']>>().toExtend<In['threads']['count']>()
    expectTypeOf<AnswerOf<Threads['count']>>().toEqualTypeOf<Out['threads']['count']>()
    expectTypeOf<InputOf<Threads['get']>>().toExtend<In['threads']['get']>()
    expectTypeOf<Out['threads']['get']>().toExtend<ThreadFacts>()
    expectTypeOf<Omit<InputOf<Threads['create']>, 'metadata' | 'state'>>().toExtend<In['threads']['create']>()
    expectTypeOf<Unnamed<In['threads']['create'], InputOf<Threads['create']>>>().toBeNever()
    expectTypeOf<Omit<InputOf<Threads['update']>, 'metadata' | 'state'>>().toExtend<In['threads']['update']>()
    expectTypeOf<Unnamed<In['threads']['update'], InputOf<Threads['update']>>>().toBeNever()
    expectTypeOf<InputOf<Threads['fork']>>().toExtend<In['threads']['fork']>()
    expectTypeOf<Unnamed<In['threads']['fork'], InputOf<Threads['fork']>>>().toBeNever()
    expectTypeOf<Out['threads']['fork']>().toExtend<AnswerOf<Threads['fork']>>()
    expectTypeOf<InputOf<Threads['lineage']>>().toExtend<In['threads']['lineage']>()
    expectTypeOf<{ items: LineageMember[] }>().toEqualTypeOf<Out['threads']['lineage']>()
    expectTypeOf<InputOf<Threads['delete']>>().toExtend<In['threads']['delete']>()
    expectTypeOf<AnswerOf<Threads['delete']>>().toEqualTypeOf<Out['threads']['delete']>()
    expectTypeOf<InputOf<Threads['restore']>>().toExtend<In['threads']['restore']>()
    expectTypeOf<Unnamed<In['threads']['restore'], InputOf<Threads['restore']>>>().toBeNever()
    expectTypeOf<InputOf<Threads['summaries']>>().toExtend<In['threads']['summaries']>()
    expectTypeOf<Out['threads']['summaries']>().toExtend<AnswerOf<Threads['summaries']>>()
    expectTypeOf<InputOf<Threads['summarize']>>().toExtend<In['threads']['summarize']>()
    expectTypeOf<Out['threads']['summarize']>().toExtend<AnswerOf<Threads['summarize']>>()
  })

  it('for messages', () => {
    expectTypeOf<InputOf<Messages['list']>>().toExtend<In['messages']['list']>()
    expectTypeOf<Unnamed<In['messages']['list'], InputOf<Messages['list']>>>().toBeNever()
    expectTypeOf<Out['messages']['list']>().toExtend<{ items: StoredMessage[] }>()
    expectTypeOf<{ items: StoredMessage[] }>().toExtend<Out['messages']['list']>()
    expectTypeOf<InputOf<Messages['append']>>().toExtend<In['messages']['append']>()
    expectTypeOf<Unnamed<In['messages']['append'], InputOf<Messages['append']>>>().toBeNever()
    expectTypeOf<InputOf<Messages['pin']>>().toExtend<In['messages']['pin']>()
    expectTypeOf<AnswerOf<Messages['pin']>>().toEqualTypeOf<Out['messages']['pin']>()
    expectTypeOf<InputOf<Messages['redact']>>().toExtend<In['messages']['redact']>()
    expectTypeOf<AnswerOf<Messages['redact']>>().toEqualTypeOf<Out['messages']['redact']>()
    expectTypeOf<InputOf<Messages['text']>>().toExtend<In['messages']['text']>()
    expectTypeOf<InputOf<Messages['window']>>().toExtend<In['messages']['window']>()
    expectTypeOf<Out['messages']['window']>().toExtend<AnswerOf<Messages['window']>>()
    expectTypeOf<AnswerOf<Messages['window']>>().toExtend<Out['messages']['window']>()
    expectTypeOf<InputOf<Messages['find']>>().toExtend<In['messages']['find']>()
    expectTypeOf<Unnamed<In['messages']['find'], InputOf<Messages['find']>>>().toBeNever()
    expectTypeOf<AnswerOf<Messages['find']>>().toEqualTypeOf<Out['messages']['find']>()
    expectTypeOf<InputOf<Messages['outline']>>().toExtend<In['messages']['outline']>()
    expectTypeOf<Unnamed<In['messages']['outline'], InputOf<Messages['outline']>>>().toBeNever()
    expectTypeOf<AnswerOf<Messages['outline']>>().toEqualTypeOf<Out['messages']['outline']>()
    expectTypeOf<InputOf<Messages['given']>>().toExtend<In['messages']['given']>()
    expectTypeOf<AnswerOf<Messages['given']>>().toEqualTypeOf<Out['messages']['given']>()
  })

  it('for feedback', () => {
    type Feedback = ScopedLoci['feedback']
    expectTypeOf<InputOf<Feedback['add']>>().toExtend<In['feedback']['add']>()
    expectTypeOf<Unnamed<In['feedback']['add'], InputOf<Feedback['add']>>>().toBeNever()
    expectTypeOf<AnswerOf<Feedback['add']>>().toEqualTypeOf<Out['feedback']['add']>()
    expectTypeOf<InputOf<Feedback['list']>>().toExtend<In['feedback']['list']>()
    expectTypeOf<AnswerOf<Feedback['list']>>().toEqualTypeOf<Out['feedback']['list']>()
  })

  it('for search and tokens', () => {
    expectTypeOf<InputOf<ScopedLoci['search']>>().toExtend<In['search']['messages']>()
    expectTypeOf<Unnamed<In['search']['messages'], InputOf<ScopedLoci['search']>>>().toBeNever()
    expectTypeOf<Page<SearchHit>>().toEqualTypeOf<Out['search']['messages']>()
    expectTypeOf<InputOf<Loci['tokens']['count']>>().toExtend<In['tokens']['count']>()
    expectTypeOf<AnswerOf<Loci['tokens']['count']>>().toEqualTypeOf<Out['tokens']['count']>()
  })

  it('for agents and keys', () => {
    expectTypeOf<InputOf<Loci['agents']['list']>>().toExtend<In['agents']['list']>()
    expectTypeOf<Out['agents']['list']>().toExtend<AgentList>()
    expectTypeOf<AgentList>().toExtend<Out['agents']['list']>()
    expectTypeOf<AgentFacts>().toExtend<Out['agents']['list']['items'][number]>()
    expectTypeOf<InputOf<Loci['agents']['get']>>().toExtend<In['agents']['get']>()
    expectTypeOf<Out['agents']['get']>().toExtend<AgentSettings>()
    expectTypeOf<AgentSettings>().toExtend<Out['agents']['get']>()
    expectTypeOf<InputOf<Loci['agents']['effective']>>().toExtend<In['agents']['effective']>()
    expectTypeOf<Unnamed<In['agents']['effective'], InputOf<Loci['agents']['effective']>>>().toBeNever()
    expectTypeOf<Out['agents']['effective']>().toExtend<AnswerOf<Loci['agents']['effective']>>()
    expectTypeOf<AnswerOf<Loci['agents']['effective']>>().toExtend<Out['agents']['effective']>()
    expectTypeOf<InputOf<Loci['agents']['setWindow']>>().toExtend<In['agents']['setWindow']>()
    expectTypeOf<Unnamed<In['agents']['setWindow'], InputOf<Loci['agents']['setWindow']>>>().toBeNever()
    expectTypeOf<InputOf<Loci['agents']['restoreVersion']>>().toExtend<In['agents']['restoreVersion']>()
    expectTypeOf<InputOf<Loci['agents']['preview']>>().toExtend<In['agents']['preview']>()
    expectTypeOf<Unnamed<In['agents']['preview'], InputOf<Loci['agents']['preview']>>>().toBeNever()
    expectTypeOf<Out['agents']['preview']>().toExtend<WindowPreview>()
    expectTypeOf<WindowPreview>().toExtend<Out['agents']['preview']>()
    expectTypeOf<InputOf<Loci['agents']['trySummary']>>().toExtend<In['agents']['trySummary']>()
    expectTypeOf<Unnamed<In['agents']['trySummary'], InputOf<Loci['agents']['trySummary']>>>().toBeNever()
    expectTypeOf<Out['agents']['trySummary']>().toExtend<AnswerOf<Loci['agents']['trySummary']>>()
    expectTypeOf<AnswerOf<Loci['agents']['trySummary']>>().toExtend<Out['agents']['trySummary']>()
    expectTypeOf<InputOf<Loci['agents']['impact']>>().toExtend<In['agents']['impact']>()
    expectTypeOf<Unnamed<In['agents']['impact'], InputOf<Loci['agents']['impact']>>>().toBeNever()
    expectTypeOf<InputOf<Loci['agents']['replay']>>().toExtend<In['agents']['replay']>()
    expectTypeOf<Unnamed<In['agents']['replay'], InputOf<Loci['agents']['replay']>>>().toBeNever()
    expectTypeOf<Page<ReplayedThread>>().toEqualTypeOf<Out['agents']['replay']>()
    expectTypeOf<InputOf<Threads['setWindow']>>().toExtend<In['threads']['setWindow']>()
    expectTypeOf<Unnamed<In['threads']['setWindow'], InputOf<Threads['setWindow']>>>().toBeNever()
    expectTypeOf<InputOf<Loci['keys']['create']>>().toExtend<In['keys']['create']>()
    expectTypeOf<Unnamed<In['keys']['create'], InputOf<Loci['keys']['create']>>>().toBeNever()
    expectTypeOf<{ key: string; view: KeyFacts }>().toEqualTypeOf<Out['keys']['create']>()
    expectTypeOf<{ items: KeyFacts[] }>().toEqualTypeOf<Out['keys']['list']>()
    expectTypeOf<KeyFacts>().toEqualTypeOf<Out['keys']['revoke']>()
  })

  it('for imports, exports and jobs', () => {
    type ScopedImport = InputOf<ScopedLoci['imports']['start']> & { scope: string }
    expectTypeOf<ScopedImport>().toExtend<In['imports']['start']>()
    expectTypeOf<Unnamed<In['imports']['start'], ScopedImport>>().toBeNever()
    expectTypeOf<InputOf<ScopedLoci['exports']['start']>>().toExtend<In['exports']['start']>()
    expectTypeOf<Unnamed<In['exports']['start'], InputOf<ScopedLoci['exports']['start']>>>().toBeNever()
    expectTypeOf<Out['jobs']['get']>().toExtend<JobFacts>()
    expectTypeOf<JobFacts>().toExtend<Out['jobs']['get']>()
    expectTypeOf<InputOf<Loci['jobs']['get']>>().toExtend<In['jobs']['get']>()
    expectTypeOf<InputOf<Loci['jobs']['cancel']>>().toExtend<In['jobs']['cancel']>()
  })

  it('for the events of a thread', () => {
    expectTypeOf<LiveEvent>().toExtend<StreamEvent>()
    expectTypeOf<StreamEvent>().toExtend<LiveEvent>()
    expectTypeOf<InputOf<Threads['subscribe']>>().toExtend<
      Omit<WatchThreadInput, 'scope'> & { signal?: AbortSignal | undefined }
    >()
    expectTypeOf<LiveThread>().toEqualTypeOf<LiveView>()
  })

  it('and every procedure that a key may call has its place in it', () => {
    type Named = Pick<ScopedLoci, 'memory' | 'threads' | 'messages' | 'feedback' | 'imports' | 'exports'> &
      Pick<Loci, 'agents' | 'keys' | 'jobs' | 'tokens'>
    const named: { [Group in keyof Named]: Exclude<keyof Named[Group], 'subscribe'>[] } = {
      memory: ['read', 'write', 'clear', 'entries'],
      threads: [
        'list',
        'count',
        'get',
        'create',
        'update',
        'setWindow',
        'fork',
        'lineage',
        'delete',
        'restore',
        'summaries',
        'summarize',
      ],
      messages: ['list', 'text', 'window', 'find', 'outline', 'given', 'append', 'pin', 'redact'],
      feedback: ['add', 'list'],
      imports: ['start'],
      exports: ['start'],
      agents: ['effective', 'list', 'get', 'setWindow', 'restoreVersion', 'preview', 'trySummary', 'impact', 'replay'],
      keys: ['create', 'list', 'revoke'],
      jobs: ['get', 'cancel'],
      tokens: ['count'],
    }
    const inSdk = Object.entries(named).flatMap(([group, names]) => names.map((name) => `${group}.${name}`))
    // tRPC types this record as the nested routers, and keeps it flat, by path.
    const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>)
    const forKeys = procedures.filter(([, procedure]) => {
      const access: unknown = Reflect.get(Object(procedure._def.meta), 'access')
      return typeof Reflect.get(Object(access), 'key') === 'string'
    })
    // The samples are a command's business, not an agent's.
    const leftOut = ['samples.load', 'samples.remove']
    expect(forKeys.map(([path]) => path).sort()).toEqual([...inSdk, 'search.messages', ...leftOut].sort())
  })
})
