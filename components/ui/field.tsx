'use client'

import { Field as BaseField } from '@base-ui/react/field'
import type { ReactNode } from 'react'
import { classNames } from './class-names'

export interface FieldProps {
  label: ReactNode
  /** The name on the wire, beside the plain word: `maxTokens`. */
  apiName?: string
  /** What stands at the end of the label's line: a figure, a state. */
  aside?: ReactNode
  /** Help; an error stands in its place. */
  description?: ReactNode
  /** What is wrong and what to do; marks the control as invalid and is read out with it. */
  error?: ReactNode
  name?: string
  disabled?: boolean
  /** One Input, Textarea or Select. */
  children: ReactNode
  className?: string
}

/** A control with its label, help and error, tied together for screen readers. */
export function Field({ label, apiName, aside, description, error, name, disabled, children, className }: FieldProps) {
  return (
    <BaseField.Root
      name={name}
      disabled={disabled}
      invalid={Boolean(error)}
      className={classNames('grid content-start gap-1.5', className)}
    >
      <div className="flex items-baseline justify-between gap-2">
        <BaseField.Label className="font-medium text-12">
          {label}
          {apiName ? <span className="ms-1.5 font-mono font-normal text-11 text-ink-3">{apiName}</span> : null}
        </BaseField.Label>
        {aside ? <span className="text-12 text-ink-3 tabular-nums">{aside}</span> : null}
      </div>
      {children}
      {description && !error ? (
        <BaseField.Description className="text-12 text-ink-3">{description}</BaseField.Description>
      ) : null}
      {error ? (
        <BaseField.Error match className="text-12 text-bad">
          {error}
        </BaseField.Error>
      ) : null}
    </BaseField.Root>
  )
}
