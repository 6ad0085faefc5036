import type { TeamMember } from '@pipkin/contract'

/** A member with its referrer, and with room for those whom it brought. */
export interface TeamNode extends TeamMember {
  readonly referrer: number
  readonly members: TeamMember[]
}

const mostDeep = 20

/**
 * Hangs each member on its referrer, where that is among them and less than 20 deep; the others are
 * roots. `members` come by level, so a referrer comes before whom it brought.
 */
export function nestTeam(members: readonly TeamNode[]): TeamMember[] {
  const roots: TeamMember[] = []
  const placed = new Map<number, { nested: TeamMember[]; depth: number }>()
  for (const member of members) {
    const above = placed.get(member.referrer)
    const isRoot = above === undefined || above.depth === mostDeep
    const siblings = isRoot ? roots : above.nested
    siblings.push(member)
    placed.set(member.player, {
      nested: member.members,
      depth: isRoot ? 1 : above.depth + 1,
    })
  }
  return roots
}
