/**
 * The network that an address counts for in limits: an IPv4 address itself, of IPv6 the first 64
 * bits, since a household has that many addresses to choose from.
 */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  if (!ip.includes(':')) return ip
  const [head = '', tail] = ip.split('%', 1)[0]?.split('::') ?? []
  const groups = head.split(':').filter(Boolean)
  const after = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - after.length) }, () => '0')
  const first = [...groups, ...(tail === undefined ? [] : zeros), ...after].slice(0, 4)
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`
}
