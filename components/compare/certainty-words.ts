import type { Duplicate } from '@/server/schemas/duplicates'

/** How sure it is that history was stored twice, and why. */
export const certaintyWords: Record<Duplicate['certainty'], { title: string; text: string }> = {
  sure: {
    title: 'History was stored twice',
    text: 'Whole turns come again in the same order, three or more, or again and again.',
  },
  likely: {
    title: 'History was probably stored twice',
    text: 'Two whole turns come again in the same order.',
  },
  possible: {
    title: 'Perhaps history was stored twice',
    text: 'Single turns stand twice in a row: that can also be somebody who said the same again. Look before you repair.',
  },
}
