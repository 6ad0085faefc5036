import ipaddr from 'ipaddr.js'

/**
 * The network that an address counts for in limits: an IPv4 address itself, and the first 64 bits
 * of an IPv6 address, since a household has that many addresses to choose from.
 */
export function networkOf(ip: string): string {
  // A proxy may write something else than an address.
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return address.toString()
  return `${address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`
}
