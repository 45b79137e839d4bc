'use client'

import { Field } from '@base-ui/react/field'
import type { ComponentProps } from 'react'
import { classNames } from './class-names'
import { controlStyle } from './input'

export interface TextareaProps extends ComponentProps<'textarea'> {
  isMono?: boolean
}

/** Several lines of text; grows with what is written where the browser can. */
export function Textarea({ className, isMono = false, rows = 3, ...rest }: TextareaProps) {
  return (
    <Field.Control
      render={
        <textarea
          {...rest}
          rows={rows}
          className={classNames(
            controlStyle,
            'field-sizing-content min-h-16 resize-y py-1.5',
            isMono && 'font-mono text-12',
            className,
          )}
        />
      }
    />
  )
}
