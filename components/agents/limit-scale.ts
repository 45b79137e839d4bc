/** Positions of a slider; fine enough that neighbours read alike. */
export const SLIDER_STEPS = 100

/** A slider's range. Beyond it one types the number. */
export interface LimitScale {
  min: number
  max: number
}

/** The value at a position, on a scale where each step multiplies: two significant digits, so that figures stay round. */
export function valueAt(position: number, { min, max }: LimitScale): number {
  if (position <= 0) return min
  if (position >= SLIDER_STEPS) return max
  const value = min * (max / min) ** (position / SLIDER_STEPS)
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 1)
  return Math.round(value / unit) * unit
}

/** Where a value stands on the slider; no limit stands at the end. */
export function positionOf(value: number | null, { min, max }: LimitScale): number {
  if (value === null || !Number.isFinite(value) || value >= max) return SLIDER_STEPS
  if (value <= min) return 0
  return Math.round((Math.log(value / min) / Math.log(max / min)) * SLIDER_STEPS)
}
