import { classNames } from './class-names'

/** Work under way. `label` is read out; null inside something that says so itself (a busy button). */
export function Spinner({ label = 'Loading', className }: { label?: string | null; className?: string }) {
  return (
    <span role={label ? 'status' : undefined} className={classNames('inline-flex', className)}>
      <svg viewBox="0 0 16 16" aria-hidden="true" className="size-4 motion-safe:animate-turn" fill="none">
        <circle cx="8" cy="8" r="5.5" stroke="currentColor" strokeOpacity="0.25" strokeWidth="1.75" />
        <path d="M8 2.5A5.5 5.5 0 0 1 13.5 8" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" />
      </svg>
      {label ? <span className="sr-only">{label}</span> : null}
    </span>
  )
}
