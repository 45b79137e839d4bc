import { type ClassValue, clsx } from 'clsx'
import { extendTailwindMerge } from 'tailwind-merge'

// The theme's own scales: without these names `text-11` would be taken for a colour and dropped beside `text-ink-2`.
const merge = extendTailwindMerge({
  extend: {
    theme: { text: ['11', '12', '13', '14', '16', '20', '28'], shadow: ['float'], animate: ['turn', 'breathe'] },
  },
})

/** Joins class names; of two that set the same thing the later one stays. */
export function classNames(...values: ClassValue[]): string {
  return merge(clsx(values))
}
