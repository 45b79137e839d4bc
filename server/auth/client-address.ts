import { isIPv6 } from 'node:net'

/** The caller as limits count it: an IPv4 address, or an IPv6 network of 64 bits, which is what one customer gets. */
export function addressGroup(address: string | undefined): string {
  if (address === undefined) return 'unknown'
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1]) return mapped[1]
  const plain = address.split('%')[0] ?? address
  return isIPv6(plain) ? `${expand(plain).slice(0, 4).join(':')}::/64` : plain
}

function expand(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  return [...before, ...Array<string>(missing).fill('0'), ...after].map((group) =>
    Number.parseInt(group, 16).toString(16),
  )
}
