import { createParser } from 'nuqs'

/** Two versions side by side, as the address has them: `3-7`; `3-` is version 3 beside the newest. */
export interface ComparedVersions {
  readonly from: number
  readonly to: number | null
}

export const parseAsVersions = createParser<ComparedVersions>({
  parse(text) {
    const [, from, to] = /^(\d{1,9})-(\d{0,9})$/.exec(text) ?? []
    return from ? { from: Number(from), to: to ? Number(to) : null } : null
  },
  serialize: ({ from, to }) => `${from}-${to ?? ''}`,
  eq: (one, other) => one.from === other.from && one.to === other.to,
})
