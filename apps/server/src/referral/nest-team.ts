import type { AnswerOf } from '@pipkin/contract'

type TeamMember = AnswerOf<'referTeam'>['referralLinks'][number]
/** With whom it hangs on, which the answer's schema leaves out. */
export type TeamNode = TeamMember & { readonly referrer_id: number }

const mostDeep = 20

/**
 * Hangs each member on its referrer, where that is among them and less than 20 deep; the others are
 * roots. `members` come by level, so a referrer comes before whom it brought.
 */
export function nestTeam(members: readonly TeamNode[]): TeamMember[] {
  const roots: TeamMember[] = []
  const placed = new Map<number, { nested: TeamMember[]; depth: number }>()
  for (const member of members) {
    const above = placed.get(member.referrer_id)
    const isRoot = above === undefined || above.depth === mostDeep
    const siblings = isRoot ? roots : above.nested
    siblings.push(member)
    placed.set(member.referred_user_id, {
      nested: member.nestedReferrals,
      depth: isRoot ? 1 : above.depth + 1,
    })
  }
  return roots
}
