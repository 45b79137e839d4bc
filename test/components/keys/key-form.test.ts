import { describe, expect, it } from 'vitest'
import { emptyKeyForm, readKeyForm } from '../../../components/keys/key-form'

const now = Date.parse('2026-11-30T12:00:00.000Z')
const filled = { ...emptyKeyForm, name: 'support agent', tenant: 'acme' }

describe('the form of a key', () => {
  it('S2: sends the reach that was chosen and nothing of the others', () => {
    expect(readKeyForm(filled, { now }).input).toMatchObject({ reach: { kind: 'tenant', tenant: 'acme' }, agents: [] })
    expect(readKeyForm({ ...filled, reach: 'all' }, { now }).input?.reach).toEqual({ kind: 'all' })
    expect(readKeyForm({ ...filled, reach: 'scope', subject: ' u-1 ' }, { now }).input?.reach).toEqual({
      kind: 'scope',
      tenant: 'acme',
      subject: 'u-1',
    })
  })

  it('reads agents between commas, and counts the expiry from now', () => {
    const { input } = readKeyForm({ ...filled, agents: ' support, ,billing ', expiry: '30' }, { now })
    expect(input).toMatchObject({ agents: ['support', 'billing'], expiresAt: '2026-12-30T12:00:00.000Z' })
  })

  it('says what is missing at its field', () => {
    const { input, problems } = readKeyForm({ ...emptyKeyForm, rights: [] }, { now })
    expect(input).toBeNull()
    expect(problems).toEqual({
      name: 'Say what the key is for.',
      tenant: 'Name the tenant.',
      rights: 'Choose at least one right.',
    })
  })

  it('asks for an agent where a key for any is not the caller’s to make', () => {
    const unnamed = { ...emptyKeyForm, name: 'a', tenant: 'acme' }
    expect(readKeyForm(unnamed, { now, mustNameAgents: true }).problems).toEqual({ agents: 'Name at least one agent.' })
    expect(readKeyForm({ ...unnamed, agents: 'support' }, { now, mustNameAgents: true }).input).not.toBeNull()
  })
})
