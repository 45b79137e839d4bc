/** CONFLICT: the write does not fit what is stored. INVALID_INPUT: it cannot be stored. The codes are the server's. */
export type MemoryErrorCode = 'CONFLICT' | 'INVALID_INPUT'

/** Why a memory in the process refused a call; nothing of the call was stored. */
export class MemoryError extends Error {
  readonly code: MemoryErrorCode
  /** The same call fails again. */
  readonly retryable = false

  constructor(code: MemoryErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'MemoryError'
    this.code = code
  }
}

/** @throws RangeError unless the setting is absent or a whole number of at least `least` */
export function checkWhole(name: string, value: number | undefined, least = 1): void {
  if (value === undefined || (Number.isInteger(value) && value >= least)) return
  throw new RangeError(`${name} must be a whole number of at least ${least}, not ${String(value)}.`)
}
