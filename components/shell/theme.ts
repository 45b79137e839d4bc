export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** The cookie the root layout reads, so that the first paint is already right. */
export const themeCookie = 'loci-theme'

/** Anything but a known name follows the system. */
export function readTheme(value: string | undefined): Theme {
  return themes.find((theme) => theme === value) ?? 'system'
}
