'use client'

import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { readApiError } from '../data/api-error'
import { Button } from '../ui/button'
import { IconButton } from '../ui/icon-button'
import { Input } from '../ui/input'
import { Spinner } from '../ui/spinner'
import { useShortcut } from '../ui/use-shortcut'
import type { FindInThread } from './use-find-in-thread'

const group = 'In this thread'

/** Find in the thread, over its messages, so that they do not move. Pressed once more, the browser's own search comes. */
export function FindBar({ find, isOn }: { find: FindInThread; isOn: boolean }) {
  const [hasFocus, setHasFocus] = useState(false)
  useShortcut('mod+f', find.open, { label: 'Find in the thread', group, isOn: isOn && !hasFocus })
  useShortcut('/', find.open, { label: 'Find in the thread', group })
  useShortcut('mod+g', () => find.step(1), { label: 'Next place found', group, isOn: find.isOpen })
  useShortcut('shift+mod+g', () => find.step(-1), { label: 'Previous place found', group, isOn: find.isOpen })
  useShortcut('escape', () => find.close('stay'), { isOn: find.isOpen })
  if (!find.isOpen) return null
  return <OpenBar find={find} onFocusChange={setHasFocus} />
}

function OpenBar({ find, onFocusChange }: { find: FindInThread; onFocusChange: (hasFocus: boolean) => void }) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Not at the opening of a page by its link: there the messages have the keys.
    if (find.begun > 0) input.current?.select()
  }, [find.begun])
  useEffect(() => () => onFocusChange(false), [onFocusChange])
  return (
    <search
      aria-label="Find in this thread"
      className="absolute inset-x-2 top-2 z-10 flex items-center gap-1 rounded-md border border-line bg-panel p-1 shadow-float sm:start-auto sm:end-5 sm:w-96"
    >
      <div className="min-w-0 flex-1">
        <Input
          ref={input}
          type="text"
          role="searchbox"
          aria-label="Find in this thread"
          placeholder="Find in this thread"
          value={find.text}
          spellCheck={false}
          autoComplete="off"
          maxLength={256}
          onChange={(event) => find.setText(event.target.value)}
          onFocus={() => onFocusChange(true)}
          onBlur={() => onFocusChange(false)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Enter') find.step(event.shiftKey ? -1 : 1)
            else if (event.key === 'Escape') find.close('back')
            else return
            event.preventDefault()
          }}
        />
      </div>
      <span role="status" className="min-w-16 shrink-0 px-1 text-end text-12 text-ink-2 tabular-nums">
        {find.error ? (
          <Button size="small" title={readApiError(find.error).message} onClick={find.retry}>
            Failed, again
          </Button>
        ) : find.isNothing ? (
          'Not found'
        ) : find.told !== null ? (
          find.told
        ) : find.isLooking ? (
          <Spinner label="Looking" />
        ) : null}
      </span>
      <IconButton
        label="Previous found"
        hint="shift+enter"
        icon={<ChevronUp aria-hidden="true" />}
        disabled={find.hitSeq === null}
        onClick={() => find.step(-1)}
      />
      <IconButton
        label="Next found"
        hint="enter"
        icon={<ChevronDown aria-hidden="true" />}
        disabled={find.hitSeq === null}
        onClick={() => find.step(1)}
      />
      <IconButton label="Close and stay here" icon={<X aria-hidden="true" />} onClick={() => find.close('stay')} />
    </search>
  )
}
