/** Command-line flags for Chromium. */
export const browserFlags: string[]
/** The path of a Chromium that runs; undefined when there is none. */
export function findBrowser(): Promise<string | undefined>
