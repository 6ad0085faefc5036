import type { DeskDeps, DeskHandlers } from '../desk-deps.ts'
import { actOf } from '../do-act.ts'
import { listVersions } from '../list-versions.ts'
import { listReferrers } from './list-referrers.ts'
import { listRings, readRing } from './list-rings.ts'
import { listUnlocked } from './list-unlocked.ts'
import { listWaitingRewards } from './list-waiting-rewards.ts'
import { readReferral } from './read-referral.ts'
import { readReferralTerms } from './read-referral-terms.ts'

/** The lists of the referral programme. */
export const referralCalls = (deps: DeskDeps) =>
  ({
    readReferral: () => readReferral(deps),
    readReferralTerms: () => readReferralTerms(deps),
    listTermVersions: (input) => listVersions(deps, 'referral', input),
    changeReferralTerms: actOf(deps, 'changeReferralTerms'),
    listReferrers: (input) => listReferrers(deps, input),
    listWaitingRewards: () => listWaitingRewards(deps),
    listUnlocked: (input) => listUnlocked(deps, input),
    listRings: (input) => listRings(deps, input),
    readRing: (input) => readRing(deps, input),
  }) satisfies Partial<DeskHandlers>
