import { describe, expect, it } from 'vitest'
import { keySnippets } from '../../../components/keys/key-snippets'

const url = 'http://127.0.0.1:3000'

describe('the code to paste', () => {
  it('holds the address, the key and a scope that the key covers', () => {
    const [typescript, curl] = keySnippets({
      url,
      key: 'loci_x',
      reach: { kind: 'scope', tenant: "o'hara", subject: '' },
    })
    expect(typescript?.code).toContain('loci.for({ tenant: "o\'hara" })')
    expect(typescript?.code).toContain('key: "loci_x"')
    expect(curl?.code).toContain("-H 'authorization: Bearer loci_x'")
    expect(curl?.code).toContain(`"tenant":"o'\\''hara"`)
  })

  it('names a subject where the key covers many', () => {
    const [typescript] = keySnippets({ url, key: 'loci_x', reach: { kind: 'tenant', tenant: 'acme' } })
    expect(typescript?.code).toContain('loci.for({ tenant: "acme", subject: "user-1" })')
  })
})
