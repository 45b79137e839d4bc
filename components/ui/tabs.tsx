'use client'

import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { classNames } from './class-names'

export interface Tab<Value extends string> {
  value: Value
  label: ReactNode
  /** A figure after the label. */
  count?: number
  panel: ReactNode
}

export interface TabsProps<Value extends string> {
  /** What the tabs are about, read out. */
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onValueChange: (value: Value) => void
  className?: string
  panelClassName?: string
}

/** One place, several views of it. Keep `value` in the URL where a view is worth a link. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { label, tabs, value, onValueChange, className, panelClassName } = props
  return (
    <BaseTabs.Root
      value={value}
      onValueChange={onValueChange}
      className={classNames('grid min-h-0 grid-rows-[auto_minmax(0,1fr)]', className)}
    >
      <BaseTabs.List aria-label={label} className="relative flex gap-4 overflow-x-auto border-line border-b px-4">
        {tabs.map((tab) => (
          <BaseTabs.Tab
            key={tab.value}
            value={tab.value}
            className="flex h-9 items-center gap-1.5 border-transparent border-b-2 font-medium text-12 text-ink-2 transition-colors hover:text-ink focus-visible:-outline-offset-2 data-active:border-ink data-active:text-ink pointer-coarse:h-11"
          >
            {tab.label}
            {tab.count === undefined ? null : (
              <span className="font-normal text-11 text-ink-3 tabular-nums">{tab.count.toLocaleString('en')}</span>
            )}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      {tabs.map((tab) => (
        <BaseTabs.Panel
          key={tab.value}
          value={tab.value}
          className={classNames('min-h-0 overflow-auto focus-visible:-outline-offset-2', panelClassName)}
        >
          {tab.panel}
        </BaseTabs.Panel>
      ))}
    </BaseTabs.Root>
  )
}
