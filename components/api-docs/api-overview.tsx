import { Link } from '../ui/link'
import { PlainWords } from './plain-words'

/** What holds for every operation, and the other doors. */
export function ApiOverview({ description }: { description: string }) {
  return (
    <div className="grid max-w-180 content-start gap-5 px-4 py-5 text-13 sm:px-6">
      <PlainWords text={description} />
      <section className="grid gap-1">
        <h2 className="font-semibold text-14">Model Context Protocol</h2>
        <PlainWords text="An MCP client reaches the same memory at `/api/mcp` (streamable HTTP, with the key as bearer token): `memory_read`, `memory_write`, `search`, `threads_list` and `thread_fork`." />
      </section>
      <p>
        Calls need a key:{' '}
        <Link href="/keys" className="underline underline-offset-2">
          make one
        </Link>
        . For TypeScript there is an SDK, which comes with code to paste when a key is made.
      </p>
    </div>
  )
}
