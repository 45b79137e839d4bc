'use client'

import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { classNames } from './class-names'
import { controlStyle } from './input'

export interface SelectOption<Value extends string> {
  value: Value
  label: string
  /** A second, quieter line. */
  description?: string
}

export interface SelectProps<Value extends string> {
  options: readonly SelectOption<Value>[]
  value: Value | null
  onValueChange: (value: Value) => void
  /** The name, where no Field gives one. */
  label?: string
  placeholder?: string
  name?: string
  disabled?: boolean
  className?: string
}

/** One of a few. Above ten or so, let people search instead. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { options, value, onValueChange, label, placeholder = 'Choose', name, disabled, className } = props
  return (
    <BaseSelect.Root
      items={options}
      value={value}
      name={name}
      disabled={disabled}
      modal={false}
      onValueChange={(next) => {
        if (next !== null) onValueChange(next)
      }}
    >
      <BaseSelect.Trigger
        aria-label={label}
        className={classNames(
          controlStyle,
          'flex h-7 select-none items-center justify-between gap-2 text-start data-popup-open:border-ink-3 pointer-coarse:h-11',
          className,
        )}
      >
        <BaseSelect.Value placeholder={placeholder} className="truncate data-placeholder:text-ink-3" />
        <BaseSelect.Icon className="flex text-ink-3">
          <ChevronDown aria-hidden="true" className="size-4" />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner
          alignItemWithTrigger={false}
          sideOffset={4}
          collisionPadding={8}
          className="z-40 outline-none"
        >
          <BaseSelect.Popup className="float-motion max-h-(--available-height) min-w-(--anchor-width) max-w-96 overflow-y-auto rounded-md border border-line bg-panel p-1 shadow-float outline-none">
            <BaseSelect.List>
              {options.map((option) => (
                <BaseSelect.Item
                  key={option.value}
                  value={option.value}
                  className="grid min-h-7 cursor-default grid-cols-[16px_1fr] items-center gap-x-2 rounded-sm py-1 ps-1.5 pe-3 text-13 outline-none data-highlighted:bg-hover pointer-coarse:min-h-11"
                >
                  <BaseSelect.ItemIndicator className="col-start-1 row-start-1 flex">
                    <Check aria-hidden="true" className="size-4" />
                  </BaseSelect.ItemIndicator>
                  <BaseSelect.ItemText className="col-start-2">{option.label}</BaseSelect.ItemText>
                  {option.description ? (
                    <span className="col-start-2 text-12 text-ink-3">{option.description}</span>
                  ) : null}
                </BaseSelect.Item>
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  )
}
