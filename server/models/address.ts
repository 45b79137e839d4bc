import { BlockList, isIP } from 'node:net'

/**
 * - `public`: the Internet.
 * - `private`: this machine or its own networks. Only for a host that an operator has configured.
 * - `forbidden`: link-local (where clouds hand out credentials), multicast, unspecified, reserved. Only when an operator
 *   has written that very address.
 */
export type AddressKind = 'public' | 'private' | 'forbidden'

const privateNetworks = networks([
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['::1', 128],
  ['fc00::', 7],
])
const forbiddenNetworks = networks([
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 128],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
  ['2001:db8::', 32],
])

/** IPv4 inside IPv6: mapped, compatible, translated (NAT64), 6to4. The IPv4 address decides. */
const embeddings: readonly { readonly prefix: string; readonly bits: number; readonly at: number }[] = [
  { prefix: '::ffff:0:0', bits: 96, at: 6 },
  { prefix: '::ffff:0:0:0', bits: 96, at: 6 },
  { prefix: '::', bits: 96, at: 6 },
  { prefix: '64:ff9b::', bits: 96, at: 6 },
  { prefix: '64:ff9b:1::', bits: 48, at: 6 },
  { prefix: '2002::', bits: 16, at: 1 },
]

/** What an IP address is; a text that is none is forbidden. */
export function addressKind(address: string): AddressKind {
  const plain = address.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  const version = isIP(plain)
  if (version === 0) return 'forbidden'
  const family = version === 4 ? 'ipv4' : 'ipv6'
  if (privateNetworks.check(plain, family)) return 'private'
  if (forbiddenNetworks.check(plain, family)) return 'forbidden'
  const inner = version === 6 ? embeddedIPv4(plain) : undefined
  return inner === undefined ? 'public' : addressKind(inner)
}

function embeddedIPv4(address: string): string | undefined {
  const groups = groupsOf(address)
  const found = embeddings.find(({ prefix, bits }) => networks([[prefix, bits]]).check(address, 'ipv6'))
  if (!found) return undefined
  const [high = 0, low = 0] = groups.slice(found.at, found.at + 2)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** The eight groups of an IPv6 address, as the URL parser writes it: without a dotted end. */
function groupsOf(address: string): number[] {
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = written.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const gap = tail === undefined ? 0 : 8 - left.length - right.length
  return [...left, ...Array<string>(gap).fill('0'), ...right].map((group) => Number.parseInt(group, 16))
}

function networks(subnets: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList()
  for (const [prefix, bits] of subnets) list.addSubnet(prefix, bits, isIP(prefix) === 4 ? 'ipv4' : 'ipv6')
  return list
}
