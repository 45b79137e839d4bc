/** Over https the name alone makes browsers keep the cookie to this host, to https and to the path /. */
export const COOKIES = { http: 'loci.session', https: '__Host-loci.session' } as const

/** Carries the caller's address to Better Auth; set by us, never taken from a request. */
export const ADDRESS_HEADER = 'x-loci-address'
