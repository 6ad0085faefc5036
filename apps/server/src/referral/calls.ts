import type { ApiConfig } from '../config.ts'
import type { Database } from '../platform/database/database.ts'
import { done } from '../platform/http/answer.ts'
import type { Handlers } from '../platform/http/call.ts'
import { listEarnings } from './list-earnings.ts'
import { listTeam } from './list-team.ts'
import { readInvite } from './read-invite.ts'
import { readReferralTerms } from './read-referral-terms.ts'

interface ReferralDeps {
  readonly config: Pick<ApiConfig, 'publicUrl'>
  readonly database: Database
}

/**
 * The calls about the referral programme. Rewards come by themselves, with a friend's first sign-in
 * (in SQL).
 */
export const referralCalls = (
  deps: ReferralDeps,
): Handlers<'readInvite' | 'readReferralTerms' | 'listTeam' | 'listEarnings'> => ({
  readInvite: ({ player }) => readInvite(deps, player),
  readReferralTerms: async () => done<'readReferralTerms'>(await readReferralTerms(deps.database)),
  listTeam: (input) => listTeam(deps.database, input),
  listEarnings: (input) => listEarnings(deps.database, input),
})
