/** The two parts of a memory: outside the window, and inside. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 18 18" width="18" height="18" aria-hidden="true" className={className}>
      <path d="M5 0h2v18H5a5 5 0 0 1-5-5V5a5 5 0 0 1 5-5Z" fill="var(--color-out)" />
      <path d="M7 0h6a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H7Z" fill="var(--color-in)" />
    </svg>
  )
}
