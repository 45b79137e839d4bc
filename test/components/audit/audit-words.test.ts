import { describe, expect, it } from 'vitest'
import { actorWords, deedWords, objectWords, verbWords } from '../../../components/audit/audit-words'
import { detailRows } from '../../../components/audit/detail-rows'
import { objectHref } from '../../../components/audit/object-href'

const uid = '0190a000-0000-7000-8000-0000000000ab'

describe('a line of the audit log', () => {
  it('says who, by name while there is one', () => {
    const actor = { actorId: uid, actorName: null, actorEmail: null }
    expect(actorWords({ ...actor, actorKind: 'operator', actorName: 'Ada' })).toBe('Ada')
    expect(actorWords({ ...actor, actorKind: 'operator' })).toBe('Somebody who is gone, …000000ab')
    expect(actorWords({ ...actor, actorKind: 'key', actorName: 'mail' })).toBe('Key mail')
    expect(actorWords({ ...actor, actorKind: 'system' })).toBe('Loci itself')
    expect(actorWords({ ...actor, actorKind: 'anonymous' })).toBe('Somebody who is not signed in')
  })

  it('says what was done to what, also where it does not know the action', () => {
    expect(deedWords('threads.delete')).toBe('deleted')
    expect(deedWords('holds.setAll')).toBe('did holds set all to')
    expect(objectWords({ objectKind: 'thread', objectId: uid, objectName: null })).toBe('thread …000000ab')
    expect(objectWords({ objectKind: 'app', objectId: '', objectName: null })).toBe('all agents')
    expect(objectWords({ objectKind: 'legal_hold', objectId: 'x', objectName: null })).toBe('legal hold x')
  })

  it('says what was refused', () => {
    const refused = { objectKind: 'procedure', outcome: 'refused' } as const
    expect(verbWords({ ...refused, action: 'keys.create' })).toBe('was refused the')
    expect(objectWords({ objectKind: 'procedure', objectId: 'keys.create', objectName: null })).toBe('call keys.create')
    expect(verbWords({ ...refused, objectKind: 'operator', action: 'auth.signIn' })).toBe('was not let in as')
    expect(verbWords({ ...refused, outcome: 'done', action: 'auth.signIn' })).toBe('signed in as')
    expect(objectWords({ objectKind: 'operator', objectId: 'unknown', objectName: null })).toBe(
      'somebody who is not here',
    )
  })

  it('leads to what is still there, and nowhere else', () => {
    expect(objectHref({ objectKind: 'thread', objectId: uid, isThere: true })).toBe(`/threads/${uid}`)
    expect(objectHref({ objectKind: 'thread', objectId: uid, isThere: false })).toBeUndefined()
    expect(objectHref({ objectKind: 'message', objectId: `${uid}/7`, isThere: true })).toBe(`/threads/${uid}?message=7`)
    expect(objectHref({ objectKind: 'agent', objectId: 'a b', isThere: false })).toBe('/agents/named?name=a+b')
    expect(objectHref({ objectKind: 'queue', objectId: uid, isThere: false })).toBeUndefined()
  })

  it('lays before and after beside each other, what differs alone', () => {
    const before = { version: 1, window: { strategy: 'buffer', maxMessages: 20 }, storing: true }
    const after = { version: 2, window: { strategy: 'buffer', maxMessages: 35 }, storing: true }
    expect(detailRows({ before, after, threads: 3 })).toEqual([
      { label: 'Version', before: '1', after: '2' },
      { label: 'Window, max messages', before: '20', after: '35' },
      { label: 'Threads', value: '3' },
    ])
    expect(detailRows({ before: null, after: { window: null } })).toEqual([
      { label: 'Window', before: 'not set', after: 'none' },
    ])
    expect(detailRows({ tenants: [], isBulk: true })).toEqual([
      { label: 'Tenants', value: 'none' },
      { label: 'Is bulk', value: 'yes' },
    ])
  })
})
