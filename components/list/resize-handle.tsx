'use client'

import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'

export interface ResizeHandleProps {
  /** Of the column: "Scope". */
  label: string
  /** px at least and at most. */
  bounds: { least: number; most: number }
  /** While it is dragged, without an end yet. */
  onPreview: (width: number) => void
  onResize: (width: number) => void
}

const STEP = 16

/**
 * The edge before a heading: dragged, or moved by the arrow keys, it sets the column's width. It is the edge before, because
 * the first column takes what the others leave.
 */
export function ResizeHandle({ label, bounds, onPreview, onResize }: ResizeHandleProps) {
  const [width, setWidth] = useState(bounds.least)
  const grip = useRef<HTMLDivElement>(null)
  const drag = useRef<{ from: number; width: number; now: number } | null>(null)
  const widthNow = () => grip.current?.parentElement?.getBoundingClientRect().width ?? 0
  const bound = (width: number) => Math.round(Math.min(Math.max(width, bounds.least), bounds.most))
  // Lists run with the text: in right-to-left what comes before a column is on its right.
  const sign = () => (grip.current && getComputedStyle(grip.current).direction === 'rtl' ? 1 : -1)
  const resize = (next: number) => {
    setWidth(next)
    onResize(next)
  }

  const down = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const from = widthNow()
    drag.current = { from: event.clientX, width: from, now: from }
  }
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const { current } = drag
    if (!current) return
    current.now = bound(current.width + sign() * (event.clientX - current.from))
    onPreview(current.now)
  }
  const up = () => {
    const { current } = drag
    drag.current = null
    if (current && current.now !== current.width) resize(current.now)
  }
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    event.stopPropagation()
    const step = event.key === 'ArrowRight' ? STEP : -STEP
    resize(bound(widthNow() + sign() * step))
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule between sections cannot be dragged
    <div
      ref={grip}
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuemin={bounds.least}
      aria-valuemax={bounds.most}
      aria-valuenow={width}
      tabIndex={0}
      onFocus={() => setWidth(Math.round(widthNow()))}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
      onKeyDown={press}
      className="absolute inset-y-0 -start-5.5 w-6 cursor-col-resize touch-none rounded-sm after:absolute after:inset-y-1.5 after:start-1/2 after:w-px after:bg-line hover:after:bg-ink focus-visible:-outline-offset-2"
    />
  )
}
