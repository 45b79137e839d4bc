import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { JobEntry } from '@/server/schemas/jobs'
import { showFailure } from '../data/show-failure'
import { useTRPC } from '../data/trpc'
import { useThreadCaches } from '../threads/use-thread-caches'
import { showToast } from '../ui/toast'

/** What one can do with a job: stop it, try it again, take it back. */
export function useJobActions() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  const caches = useThreadCaches()
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries(trpc.jobs.list.pathFilter()),
      caches.refreshLists(),
      caches.refreshFigures(),
    ])
  const cancel = useMutation(
    trpc.jobs.cancel.mutationOptions({
      onSuccess: () => showToast({ title: 'It stops at its next step', description: 'What it has done stays.' }),
      onError: (error) => showFailure('It was not stopped', error),
      onSettled: refresh,
    }),
  )
  const retry = useMutation(
    trpc.jobs.retry.mutationOptions({
      onSuccess: () => showToast({ title: 'It runs again', description: 'Nothing is doubled.' }),
      onError: (error) => showFailure('It was not begun again', error),
      onSettled: refresh,
    }),
  )
  const undo = useMutation(
    trpc.threads.undoMatching.mutationOptions({
      onSuccess: () => showToast({ title: 'It is being taken back' }),
      onError: (error) => showFailure('It was not taken back', error),
      onSettled: refresh,
    }),
  )
  const { mutate: stop } = cancel
  const { mutate: begin } = retry
  const { mutate: takeBack } = undo
  // The same object as long as the page is there, so that the list's cells stay what they are.
  return useMemo(
    () => ({
      cancel: ({ id }: JobEntry) => stop({ id }),
      retry: ({ id }: JobEntry) => begin({ id }),
      undo: ({ id }: JobEntry) => takeBack({ jobId: id }),
    }),
    [stop, begin, takeBack],
  )
}
