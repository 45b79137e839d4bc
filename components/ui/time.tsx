'use client'

import { useSyncExternalStore } from 'react'
import { classNames } from './class-names'
import { type ExactShape, formatExact, formatRelative, formatUtc } from './time-format'

/** How often relative times are told anew, in ms: one timer for all of them. */
const beat = 30_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let current = 0

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    current = Date.now()
    for (const each of listeners) each()
  }, beat)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
    current = 0
  }
}

function readClock(): number {
  if (current === 0) current = Date.now()
  return current
}

const never = () => () => {}
/** False on the server and while the page comes alive. */
function useIsAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

export interface TimeProps {
  /** A Date, an ISO text or ms since 1970. */
  value: Date | string | number
  /** `relative` for recency; `clock` 14:05; `moment` with the day and without the year; `minute` and `second` with the day, for tables and logs. */
  show?: 'relative' | ExactShape
  className?: string
}

/** A time in the reader's own zone, in UTC on hover. Until the page is alive it stands in UTC, so that server and browser agree. */
export function Time({ value, show = 'relative', className }: TimeProps) {
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return <span className={className}>unknown time</span>
  if (show === 'relative') return <RelativeTime date={date} className={className} />
  return <ExactTime date={date} show={show} className={className} />
}

function RelativeTime({ date, className }: { date: Date; className: string | undefined }) {
  const now = useSyncExternalStore(subscribe, readClock, () => 0)
  return (
    <time
      dateTime={date.toISOString()}
      title={formatUtc(date)}
      suppressHydrationWarning
      className={classNames('whitespace-nowrap tabular-nums', className)}
    >
      {formatRelative(date, now || Date.now(), now === 0 ? 'UTC' : undefined)}
    </time>
  )
}

interface ExactTimeProps {
  date: Date
  show: ExactShape
  className: string | undefined
}

/** It does not change with the clock: nothing is listened to. */
function ExactTime({ date, show, className }: ExactTimeProps) {
  const zone = useIsAlive() ? undefined : 'UTC'
  return (
    <time
      dateTime={date.toISOString()}
      title={formatUtc(date)}
      data-full={show === 'clock' ? formatExact(date, 'second', zone) : undefined}
      suppressHydrationWarning
      className={classNames('whitespace-nowrap tabular-nums', className)}
    >
      {formatExact(date, show, zone)}
    </time>
  )
}
