'use client'

import { useState } from 'react'
import { ThreadId } from '@/memory/scope-schema'
import type { ThreadView } from '@/server/schemas/threads'
import { Button } from '../ui/button'
import { Dialog, DialogClose } from '../ui/dialog'
import { Field } from '../ui/field'
import { Input } from '../ui/input'
import { useRestore } from './use-restore'

/** Takes a thread out of the trash; asks for another id when a new thread has taken its own. */
export function RestoreButton({ thread }: { thread: ThreadView }) {
  const [isTaken, setIsTaken] = useState(false)
  const restore = useRestore(thread, () => setIsTaken(true))
  return (
    <>
      <Button isBusy={restore.isPending} onClick={() => restore.mutate({ uid: thread.uid })}>
        Restore
      </Button>
      <Dialog
        open={isTaken}
        onOpenChange={setIsTaken}
        size="small"
        title="Its id is taken"
        description={`A new thread has the id ${thread.threadId} by now. Give the old one another id; both are kept.`}
      >
        <AnotherId thread={thread} onDone={() => setIsTaken(false)} />
      </Dialog>
    </>
  )
}

function AnotherId({ thread, onDone }: { thread: ThreadView; onDone: () => void }) {
  const [id, setId] = useState(`${thread.threadId}-restored`)
  const [taken, setTaken] = useState<string | null>(null)
  const restore = useRestore(thread, () => setTaken(id))
  const checked = ThreadId.safeParse(id)
  const problem = checked.success
    ? taken === id
      ? 'A thread of this scope has that id too.'
      : undefined
    : checked.error.issues[0]?.message
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!problem) restore.mutate({ uid: thread.uid, asThreadId: id }, { onSuccess: onDone })
      }}
    >
      <Field label="New id" apiName="asThreadId" error={problem}>
        <Input isMono value={id} onValueChange={setId} autoComplete="off" spellCheck={false} />
      </Field>
      <div className="flex justify-end gap-2">
        <DialogClose render={<Button>Cancel</Button>} />
        <Button type="submit" variant="main" isBusy={restore.isPending} disabled={Boolean(problem)}>
          Restore
        </Button>
      </div>
    </form>
  )
}
