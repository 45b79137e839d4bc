const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })

/** `21,840`; with `cap` a count that stopped there reads `10,000+`. */
export function formatCount(value: number, cap?: number): string {
  return cap !== undefined && value >= cap ? `${whole.format(cap)}+` : whole.format(value)
}

/** `1 message`, `34 messages`. */
export function formatQuantity(value: number, one: string, many = `${one}s`): string {
  return `${whole.format(value)} ${value === 1 ? one : many}`
}

/**
 * The true share, never rounded to nothing or to all: `18 %`, `under 1 %`, `over 99 %`, `0 %`, `100 %`.
 * 0 of 0 is `0 %`.
 */
export function formatShare(part: number, total: number): string {
  if (total <= 0 || part <= 0) return '0 %'
  if (part >= total) return '100 %'
  const percent = (part / total) * 100
  if (percent < 1) return 'under 1 %'
  if (percent > 99) return 'over 99 %'
  return `${Math.round(percent)} %`
}
