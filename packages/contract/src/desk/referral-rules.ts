import { z } from 'zod'
import { day, money, playerId } from '../schemas/scalars.ts'
import * as calls from './referral.ts'
import { act, listed, ofPlayer, reason, spec, version } from './rule-parts.ts'

export const referralRules = {
  readReferral: spec(calls.readReferral, {
    summary: 'What the referral programme gave and unlocked, and the last days',
    session: 'whole',
    duty: 'see',
  }),
  // Every role: who drafts the terms sees no player.
  readReferralTerms: spec(calls.readReferralTerms, {
    summary: 'The terms of the referral programme',
    session: 'whole',
  }),
  listTermVersions: spec(calls.listTermVersions, {
    summary: 'Every version of the terms, the newest first: who, why, and what changed',
    session: 'whole',
    input: z.object(listed),
  }),
  changeReferralTerms: act(
    calls.changeReferralTerms,
    'Changes the referral terms for friends who come from now on',
    z.object({
      version,
      friend: money,
      levels: z.array(money).max(20),
      deposits: money,
      staked: money,
      dailyBudget: money,
      referrerDay: money,
      referrerTotal: money,
      reviewAfterDays: z.number().int().min(0).max(3_650),
      reason,
    }),
  ),
  listReferrers: spec(calls.listReferrers, {
    summary: 'Who earned most by friends',
    session: 'whole',
    duty: 'see',
    input: z.object(listed),
  }),
  listWaitingRewards: spec(calls.listWaitingRewards, {
    summary: 'Rewards that wait for an operator, the oldest first; a hundred at most',
    session: 'whole',
    duty: 'see',
  }),
  listUnlocked: spec(calls.listUnlocked, {
    summary: 'Rewards by when they were unlocked, the newest first; all, or those of a day',
    session: 'whole',
    duty: 'see',
    input: z.object({ ...listed, day: day.optional() }),
  }),
  listRings: spec(calls.listRings, {
    summary: 'Referrers whose friends share an address or a network, the newest first',
    session: 'whole',
    duty: 'see',
    input: z.object(listed),
  }),
  readRing: spec(calls.readRing, {
    summary: 'A ring: referrer and friends, and what which of them share',
    session: 'whole',
    duty: 'see',
    input: z.object({ player: playerId }),
  }),
  refuseRewards: act(calls.refuseRewards, 'The rewards for a friend stay locked', ofPlayer),
  approveRewards: act(
    calls.approveRewards,
    'The rewards for a friend unlock once enough was deposited and staked',
    ofPlayer,
  ),
} as const
