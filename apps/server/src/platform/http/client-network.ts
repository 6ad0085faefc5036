import ipaddr from 'ipaddr.js'

/**
 * The network that an address counts for in limits: an IPv4 address itself, and the first 64 bits
 * of an IPv6 address, since a household has that many addresses to choose from.
 */
export const networkOf = (ip: string): string => prefixOf(ip, 4)

/**
 * The network that a single customer of a provider may hold: an IPv4 address itself, and the first
 * 48 bits of an IPv6 address.
 */
export const wideNetworkOf = (ip: string): string => prefixOf(ip, 3)

/** An IPv4 address, or the first pairs of bytes of an IPv6 address. */
function prefixOf(ip: string, pairs: number): string {
  // A proxy may write something else than an address.
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return address.toString()
  const parts = address.parts.slice(0, pairs).map((part) => part.toString(16))
  return `${parts.join(':')}::/${pairs * 16}`
}

/**
 * A network as its player sees it in the list of sessions: enough to know one's own by, too little
 * for a thief who reads the list. `network` is as `networkOf` has it.
 */
export const shownNetwork = (network: string): string =>
  network.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.x').replace(/^((?:[\da-f]+:){3}).*$/, '$1x')

/**
 * The prefix that neighbours of one connection share: 24 bits of IPv4, 48 of IPv6. Null for this
 * machine itself, where every player of a trial sits, and for what is no address.
 */
export function neighbourhoodOf(ip: string): string | null {
  if (!ipaddr.isValid(ip)) return null
  const address = ipaddr.process(ip)
  if (address.range() === 'loopback') return null
  const bytes = address.toByteArray()
  const kept = bytes.slice(0, bytes.length === 4 ? 3 : 6)
  return `${bytes.length} ${kept.join('.')}`
}
