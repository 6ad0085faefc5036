import type { TeamMember } from '@pipkin/contract'

/** A tree of referrals as a list: by level, and within a level in the order of the tree. */
export const flattenTeam = (links: readonly TeamMember[]): TeamMember[] =>
  withNested(links).toSorted((a, b) => a.level - b.level)

const withNested = (links: readonly TeamMember[]): TeamMember[] =>
  links.flatMap((member) => [member, ...withNested(member.nestedReferrals)])
