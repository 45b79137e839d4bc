'use client'

import { useSyncExternalStore } from 'react'
import { classNames } from './class-names'
import { formatExact, formatRelative, formatUtc } from './time-format'

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

export interface TimeProps {
  /** A Date, an ISO text or ms since 1970. */
  value: Date | string | number
  /** `relative` for recency; `clock` 14:05; `minute` and `second` with the day, for tables and logs. */
  show?: 'relative' | 'clock' | 'minute' | 'second'
  className?: string
}

/** A time in the reader's own zone, in UTC on hover. Until the page is alive it stands in UTC, so that server and browser agree. */
export function Time({ value, show = 'relative', className }: TimeProps) {
  const now = useSyncExternalStore(subscribe, readClock, () => 0)
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return <span className={className}>unknown time</span>
  const zone = now === 0 ? 'UTC' : undefined
  const text = show === 'relative' ? formatRelative(date, now || Date.now(), zone) : formatExact(date, show, zone)
  return (
    <time
      dateTime={date.toISOString()}
      title={formatUtc(date)}
      suppressHydrationWarning
      className={classNames('whitespace-nowrap tabular-nums', className)}
    >
      {text}
    </time>
  )
}
