/** Codes of Loci's closed list that memory itself answers with. */
export type MemoryErrorCode = 'INVALID_INPUT' | 'FORBIDDEN' | 'NOT_FOUND' | 'CONFLICT' | 'UNAVAILABLE'

const marker = Symbol.for('loci.memory-error')

/** What memory refuses, or what a storage would not do. A storage's own error stands in `cause`. */
export class MemoryError extends Error {
  readonly code: MemoryErrorCode
  readonly [marker] = true

  constructor(code: MemoryErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'MemoryError'
    this.code = code
  }

  /** True for an error of any copy of this package. */
  static isInstance(error: unknown): error is MemoryError {
    return typeof error === 'object' && error !== null && marker in error
  }
}
