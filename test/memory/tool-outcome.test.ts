import { describe, expect, it } from 'vitest'
import { toolOutcome } from '../../memory/tool-outcome'

const result = (content: string, more: object = {}) => ({ role: 'tool' as const, toolCallId: 'a', content, ...more })

describe('toolOutcome', () => {
  it.each([
    ['{"id":1}', 'ok'],
    ['[1,2]', 'ok'],
    ['{"error":"no such order"}', 'error'],
    ['{"error":null,"id":1}', 'ok'],
    ['{"success":false}', 'error'],
    ['{"status":"failed"}', 'error'],
    ['{"status":503}', 'error'],
    ['{"status":200}', 'ok'],
    ['Error: user not found', 'error'],
    ['TypeError: x is not a function', 'error'],
    ['plain words', 'answered'],
    ['The error rate is low', 'answered'],
    ['{broken', 'answered'],
    ['', 'answered'],
  ])('%s is %s', (content, outcome) => {
    expect(toolOutcome(result(content))).toBe(outcome)
  })

  it('a flag of the message itself decides', () => {
    expect(toolOutcome(result('fine', { isError: true }))).toBe('error')
    expect(toolOutcome(result('{"error":"kept"}', { is_error: false }))).toBe('ok')
  })
})
