/** The same direction with length 1, as float32; null for a vector without a direction. */
export function unitVector(values: ArrayLike<number>): Float32Array | null {
  let square = 0
  for (let index = 0; index < values.length; index += 1) square += (values[index] ?? 0) ** 2
  const length = Math.sqrt(square)
  if (!Number.isFinite(length) || length === 0) return null
  return Float32Array.from(values, (value) => value / length)
}

/** Cosine of two vectors of length 1 and the same dimensions: -1 to 1. */
export function cosine(left: Float32Array, right: Float32Array): number {
  let product = 0
  for (let index = 0; index < left.length; index += 1) product += (left[index] ?? 0) * (right[index] ?? 0)
  return product
}
