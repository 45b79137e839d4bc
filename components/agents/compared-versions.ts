import { createParser } from 'nuqs'

/** Two versions side by side, as the address has them: `3-7`. */
export interface ComparedVersions {
  readonly from: number
  readonly to: number
}

export const parseAsVersions = createParser<ComparedVersions>({
  parse(text) {
    const [, from, to] = /^(\d{1,9})-(\d{1,9})$/.exec(text) ?? []
    return from && to ? { from: Number(from), to: Number(to) } : null
  },
  serialize: ({ from, to }) => `${from}-${to}`,
  eq: (one, other) => one.from === other.from && one.to === other.to,
})
