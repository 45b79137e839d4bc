import type { Viewer } from './schemas/setup'

/** What the pages may ask the process that renders them, so that their bundle opens no database of its own. Never throws. */
export interface Bridge {
  /** The operator of these request headers' session; null when nobody is signed in, or that cannot be told now. */
  viewer(headers: Pick<Headers, 'get'>): Promise<Viewer | null>
  /** False until the first admin is made; true when that cannot be told now. */
  isSetUp(): Promise<boolean>
}

const PLACE = Symbol.for('loci.bridge')
// Pages are bundled apart from the server, so the two share nothing but the global object, which knows no such member.
const shared = globalThis as { [PLACE]?: Bridge }

export function setBridge(bridge: Bridge): void {
  shared[PLACE] = bridge
}

/** @throws when the pages are served by something else than server/main.ts */
export function getBridge(): Bridge {
  const bridge = shared[PLACE]
  if (!bridge) throw new Error('Pages are served by server/main.ts alone: use npm start or npm run dev.')
  return bridge
}
