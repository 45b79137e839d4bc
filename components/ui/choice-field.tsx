import type { ReactNode } from 'react'

export interface ChoiceFieldProps {
  /** The same words as the group's own label, which screen readers get. */
  label: string
  /** The name on the wire, beside the plain word. */
  apiName?: string
  description?: ReactNode
  /** One SegmentedControl or ChoiceList: a Field would give its label to each single choice. */
  children: ReactNode
}

/** A group of choices with its label and help above and below it. */
export function ChoiceField({ label, apiName, description, children }: ChoiceFieldProps) {
  return (
    <div className="grid content-start gap-1.5">
      <span aria-hidden="true" className="font-medium text-12">
        {label}
        {apiName ? <span className="ms-1.5 font-mono font-normal text-11 text-ink-3">{apiName}</span> : null}
      </span>
      {children}
      {description ? <p className="text-12 text-ink-3">{description}</p> : null}
    </div>
  )
}
