import { z } from 'zod'
import { amountOut, cursor, pageLimit, playerId } from './scalars.ts'
import type { CallSpec } from './spec.ts'

const page = { referrer_id: playerId, cursor, limit: pageLimit.unwrap().default(100) }

/**
 * A player whom the viewer brought, directly or through others. A referral's id is the friend's:
 * there is one for ever.
 */
const referral = z.object({
  referral_id: z.number(),
  /** 1 for the viewer's own friends, 2 for theirs, … */
  level: z.number(),
  referred_user_name: z.string(),
  referrer_name: z.string(),
  /** Whether what it earned can't be moved yet. */
  locked: z.boolean(),
})

const terms = z.object({
  /** What a friend's first sign-in earns the referrer, and the friend. */
  reward: amountOut,
  friendReward: amountOut,
  /** What the friend must have deposited and staked in all before either can be used. */
  unlock: z.object({ deposits: amountOut, staked: amountOut }),
})

const member = referral.extend({
  referred_user_id: z.number(),
  /** What this referral has earned the viewer; never the friend's own money. */
  referred_current_balance: amountOut,
})

// Recursive types are written out: a declaration file can’t hold an inferred one.
export interface MemberOut extends z.output<typeof member> {
  nestedReferrals: MemberOut[]
}
export interface MemberIn extends z.input<typeof member> {
  nestedReferrals: MemberIn[]
}

const teamMember: z.ZodType<MemberOut, MemberIn> = member.extend({
  get nestedReferrals() {
    return z.array(teamMember)
  },
})
// Described once, since it holds itself.
teamMember.register(z.globalRegistry, { id: 'TeamMember' })

export const referrals = {
  inviteCode: {
    summary: 'The own invite code and link, and what they are worth',
    session: 'required',
    query: z.object({ userId: playerId }),
    own: 'userId',
    answer: z.object({ Data: terms.extend({ inviteCode: z.string(), link: z.string() }) }),
    refusals: [],
  },
  referralTerms: {
    summary: 'What the referral programme gives for a friend today, and what unlocks it',
    session: 'none',
    answer: z.object({ Data: terms }),
    refusals: [],
  },
  referTeam: {
    summary:
      'A page of the own team, by level; nested at most 20 deep, what is deeper starts as a root',
    session: 'required',
    query: z.object(page),
    own: 'referrer_id',
    answer: z.object({ referralLinks: z.array(teamMember), Next: z.string().optional() }),
    refusals: [],
  },
  levelEarning: {
    summary: 'What the team has earned the player, a row per reward, newest first',
    session: 'required',
    query: z.object(page),
    own: 'referrer_id',
    answer: z.object({
      referralLinks: z.array(referral.extend({ total_money_referred: amountOut })),
      /** With the first page: what each level gives for a friend today, and has earned in all. */
      Levels: z
        .array(
          z.object({
            level: z.number(),
            reward: amountOut,
            friends: z.number(),
            earned: amountOut,
          }),
        )
        .optional(),
      Next: z.string().optional(),
    }),
    refusals: [],
  },
} as const satisfies Record<string, CallSpec>
