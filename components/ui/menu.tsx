'use client'

import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Check } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { classNames } from './class-names'
import { KeyHint } from './key-hint'
import { Link } from './link'

const itemStyle =
  'flex min-h-7 cursor-default select-none items-center gap-2 rounded-sm px-2 py-1 text-13 text-ink outline-none data-disabled:text-ink-3 data-highlighted:bg-hover pointer-coarse:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-ink-2'

export interface MenuProps {
  /** The button that opens it; it takes a ref. */
  trigger: ReactElement
  children: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  align?: 'start' | 'center' | 'end'
  className?: string
}

/** Actions behind one button. Arrows, Home, End and typing move in it. */
export function Menu({ trigger, children, side = 'bottom', align = 'start', className }: MenuProps) {
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger render={trigger} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-40 outline-none"
        >
          <BaseMenu.Popup
            className={classNames(
              'float-motion max-h-(--available-height) min-w-44 max-w-80 overflow-y-auto rounded-md border border-line bg-panel p-1 shadow-float outline-none',
              className,
            )}
          >
            {children}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

export interface MenuItemProps {
  icon?: ReactNode
  /** A shortcut to show; bind it with useShortcut. */
  hint?: string
  isDanger?: boolean
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

export function MenuItem({ icon, hint, isDanger = false, disabled, onSelect, children }: MenuItemProps) {
  return (
    <BaseMenu.Item
      disabled={disabled}
      onClick={onSelect}
      className={classNames(itemStyle, isDanger && 'text-bad data-highlighted:bg-bad-soft [&_svg]:text-bad')}
    >
      {icon}
      <span className="flex-1 truncate">{children}</span>
      {hint ? <KeyHint keys={hint} /> : null}
    </BaseMenu.Item>
  )
}

/** An item that goes somewhere: a real link. */
export function MenuLink({ href, icon, children }: { href: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <BaseMenu.LinkItem closeOnClick render={<Link href={href} />} className={itemStyle}>
      {icon}
      <span className="flex-1 truncate">{children}</span>
    </BaseMenu.LinkItem>
  )
}

/** An item that fetches a file. */
export function MenuFile({ href, icon, children }: { href: string; icon?: ReactNode; children: ReactNode }) {
  return (
    <BaseMenu.LinkItem closeOnClick render={<a href={href} download />} className={itemStyle}>
      {icon}
      <span className="flex-1 truncate">{children}</span>
    </BaseMenu.LinkItem>
  )
}

export function MenuSeparator() {
  return <BaseMenu.Separator className="mx-2 my-1 h-px bg-line" />
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <BaseMenu.Group>
      <BaseMenu.GroupLabel className="px-2 pt-1.5 pb-1 font-medium text-11 text-ink-3">{label}</BaseMenu.GroupLabel>
      {children}
    </BaseMenu.Group>
  )
}

export interface MenuChoiceProps<Value extends string> {
  label: string
  value: Value
  onValueChange: (value: Value) => void
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
}

/** One of a few, inside a menu. */
export function MenuChoice<Value extends string>({ label, value, onValueChange, options }: MenuChoiceProps<Value>) {
  return (
    <BaseMenu.RadioGroup value={value} onValueChange={onValueChange}>
      <BaseMenu.GroupLabel className="px-2 pt-1.5 pb-1 font-medium text-11 text-ink-3">{label}</BaseMenu.GroupLabel>
      {options.map((option) => (
        <BaseMenu.RadioItem key={option.value} value={option.value} closeOnClick className={itemStyle}>
          {option.icon}
          <span className="flex-1">{option.label}</span>
          <BaseMenu.RadioItemIndicator className="flex">
            <Check aria-hidden="true" />
          </BaseMenu.RadioItemIndicator>
        </BaseMenu.RadioItem>
      ))}
    </BaseMenu.RadioGroup>
  )
}

/** Several of a few, inside a menu: the menu stays open. */
export function MenuCheck(props: {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  children: ReactNode
}) {
  return (
    <BaseMenu.CheckboxItem checked={props.checked} onCheckedChange={props.onCheckedChange} className={itemStyle}>
      <span className="flex size-4 items-center justify-center">
        <BaseMenu.CheckboxItemIndicator className="flex">
          <Check aria-hidden="true" />
        </BaseMenu.CheckboxItemIndicator>
      </span>
      <span className="flex-1">{props.children}</span>
    </BaseMenu.CheckboxItem>
  )
}
