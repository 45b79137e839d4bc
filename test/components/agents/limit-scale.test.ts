import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { positionOf, SLIDER_STEPS, valueAt } from '../../../components/agents/limit-scale'

const scale = { min: 250, max: 200_000 }

describe('the scale of a slider', () => {
  it('begins and ends at its limits', () => {
    expect(valueAt(0, scale)).toBe(250)
    expect(valueAt(SLIDER_STEPS, scale)).toBe(200_000)
    expect(positionOf(null, scale)).toBe(SLIDER_STEPS)
    expect(positionOf(Number.NaN, scale)).toBe(SLIDER_STEPS)
    expect(positionOf(0, scale)).toBe(0)
  })

  it('never goes back as it moves on', () => {
    for (let position = 1; position <= SLIDER_STEPS; position += 1) {
      expect(valueAt(position, scale)).toBeGreaterThanOrEqual(valueAt(position - 1, scale))
    }
  })

  it('stays within its limits wherever it is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: SLIDER_STEPS }), (position) => {
        const value = valueAt(position, scale)
        expect(value).toBeGreaterThanOrEqual(scale.min)
        expect(value).toBeLessThanOrEqual(scale.max)
        expect(Number.isInteger(value)).toBe(true)
      }),
    )
  })
})
