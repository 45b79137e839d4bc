import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { callDuration, formatDuration } from '../../../components/conversation/call-duration'
import { formatBytes, viewPart } from '../../../components/conversation/content-part'

const png = 'iVBORw0KGgo='
const dataUrl = `data:image/png;base64,${png}`

describe('parts of a message', () => {
  it.each([
    { type: 'image_url', image_url: { url: dataUrl } },
    { type: 'image_url', image_url: dataUrl },
    { type: 'input_image', image_url: dataUrl },
    { type: 'image', image: dataUrl },
    { type: 'image', image: png, mediaType: 'image/png' },
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
    { type: 'file', mediaType: 'image/png', data: png },
  ])('a picture in the message can be shown: %j', (part) => {
    expect(viewPart(part)).toEqual({
      kind: 'image',
      name: null,
      mediaType: 'image/png',
      bytes: 8,
      dataUrl,
      remoteUrl: null,
    })
  })

  it('a picture elsewhere is never one to be shown', () => {
    for (const url of ['https://elsewhere.test/a.png', '//elsewhere.test/a.png']) {
      expect(viewPart({ type: 'image_url', image_url: { url } })).toMatchObject({
        kind: 'image',
        dataUrl: null,
        remoteUrl: url,
      })
    }
  })

  it('SVG, HTML and what is too large are no pictures to be shown', () => {
    const svg = 'data:image/svg+xml;base64,PHN2Zz4='
    expect(viewPart({ type: 'image_url', image_url: { url: svg } })).toMatchObject({ dataUrl: null })
    expect(viewPart({ type: 'image', image: 'data:text/html,<b>' })).toMatchObject({ dataUrl: null })
    expect(viewPart({ type: 'image', image: 'javascript:alert(1)' })).toMatchObject({ dataUrl: null, remoteUrl: null })
    const large = `data:image/png;base64,${'A'.repeat(20_000_004)}`
    expect(viewPart({ type: 'image', image: large })).toMatchObject({ dataUrl: null, bytes: 15_000_003 })
  })

  it('files have a name, a type and a size', () => {
    expect(
      viewPart({ type: 'file', file: { filename: 'a.pdf', file_data: `data:application/pdf;base64,${png}` } }),
    ).toEqual({ kind: 'file', name: 'a.pdf', mediaType: 'application/pdf', bytes: 8, dataUrl: null, remoteUrl: null })
    expect(viewPart({ type: 'file', file: { file_id: 'file-1' } })).toMatchObject({ kind: 'file', name: 'file-1' })
  })

  it('the rest is text or unknown, and nothing throws', () => {
    expect(viewPart({ text: 'a' })).toEqual({ kind: 'text', text: 'a' })
    expect(viewPart({ type: 'input_text', text: '' })).toEqual({ kind: 'text', text: '' })
    expect(viewPart({ type: 'video', url: 'x' })).toEqual({ kind: 'unknown' })
    expect(viewPart({ type: 'image' })).toEqual({ kind: 'unknown' })
    const type = fc.constantFrom('image', 'image_url', 'file', 'input_file', 'document', 'text', 'other')
    fc.assert(
      fc.property(type, fc.dictionary(fc.string(), fc.jsonValue()), (kind, fields) => {
        const part = { ...fields, type: kind, text: undefined }
        const view = viewPart(part)
        if (view.kind === 'image' && view.dataUrl !== null) expect(view.dataUrl).toMatch(/^data:image\/[a-z]+;base64,/)
      }),
    )
  })

  it('sizes are told in the unit that fits', () => {
    expect([512, 34_200, 1_240_000].map(formatBytes)).toEqual(['512 B', '34 kB', '1.2 MB'])
  })
})

describe('how long a call took', () => {
  const call = { id: 'c', name: 'n', arguments: {} }
  const result = { role: 'tool' as const, toolCallId: 'c', content: '' }

  it('is known where the result or the call says so', () => {
    expect(callDuration(call, null)).toBeNull()
    expect(callDuration(call, result)).toBeNull()
    expect(callDuration(call, { ...result, durationMs: 120 })).toBe(120)
    expect(callDuration({ ...call, duration_ms: 45 }, result)).toBe(45)
    const times = { startedAt: '2026-01-01T00:00:00.000Z' }
    expect(callDuration({ ...call, ...times }, { ...result, finishedAt: '2026-01-01T00:00:02.300Z' })).toBe(2_300)
    expect(callDuration({ ...call, ...times }, { ...result, finishedAt: 'soon' })).toBeNull()
    expect(callDuration(call, { ...result, durationMs: -1 })).toBeNull()
    expect([120, 2_300, 180_000].map(formatDuration)).toEqual(['120 ms', '2.3 s', '3 min'])
  })
})
