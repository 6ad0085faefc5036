import type { TeamMember } from '@pipkin/contract'

/** A tree of referrals as a list: by level, and within a level in the order of the tree. */
export const flattenTeam = (members: readonly TeamMember[]): TeamMember[] =>
  withNested(members).toSorted((a, b) => a.level - b.level)

const withNested = (members: readonly TeamMember[]): TeamMember[] =>
  members.flatMap((member) => [member, ...withNested(member.members)])
