import type { DeskDeps, DeskHandlers } from '../desk-deps.ts'
import { listBringers } from './list-bringers.ts'
import { listRings, readRing } from './list-rings.ts'
import { listUnlocked } from './list-unlocked.ts'
import { listWaitingRewards } from './list-waiting-rewards.ts'
import { readReferral } from './read-referral.ts'

/** The lists of the referral programme. */
export const referralCalls = (deps: DeskDeps) =>
  ({
    readReferral: () => readReferral(deps),
    listBringers: (input) => listBringers(deps, input),
    listWaitingRewards: () => listWaitingRewards(deps),
    listUnlocked: (input) => listUnlocked(deps, input),
    listRings: (input) => listRings(deps, input),
    readRing: (input) => readRing(deps, input),
  }) satisfies Partial<DeskHandlers>
