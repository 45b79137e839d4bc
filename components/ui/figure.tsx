import { classNames } from './class-names'
import { formatCount } from './number-format'

export interface FigureProps {
  label: string
  value: number | string
  /** What stands after it, quieter: "of 4,000 tokens". */
  unit?: string
  size?: 'large' | 'medium'
  className?: string
}

/** A figure worth its own place: label above, unit beside. */
export function Figure({ label, value, unit, size = 'large', className }: FigureProps) {
  return (
    <div className={className}>
      <div className="font-medium text-11 text-ink-3">{label}</div>
      <div className={classNames('font-medium tabular-nums', size === 'large' ? 'text-28' : 'text-20')}>
        {typeof value === 'number' ? formatCount(value) : value}
        {unit ? <span className="ms-1.5 font-normal text-12 text-ink-3 tracking-normal">{unit}</span> : null}
      </div>
    </div>
  )
}
