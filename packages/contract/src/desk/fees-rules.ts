import { z } from 'zod'
import { money } from '../schemas/scalars.ts'
import * as calls from './fees.ts'
import { act, listed, reason, spec, version } from './rule-parts.ts'

/** The database judges the bounds. */
const share = z.number().int().min(0).max(10_000)

export const feesRules = {
  readFeeSettings: spec(calls.readFeeSettings, {
    summary: 'Fees, minimums and limits: now, and as the specification has them',
    session: 'whole',
    duty: 'see',
  }),
  listFeeVersions: spec(calls.listFeeVersions, {
    summary: 'Every version of them, the newest first: who, why, and what changed',
    session: 'whole',
    duty: 'see',
    input: z.object(listed),
  }),
  changeFees: act(
    calls.changeFees,
    'Changes fees, minimums and limits; what was asked for before keeps its fee',
    z.object({
      version,
      sendFee: share,
      withdrawalFee: share,
      smallestDeposit: money,
      smallestWithdrawal: money,
      hintFrom: money,
      hintTo: money,
      reviewAbove: money,
      playerHour: money,
      playerDay: money,
      houseHour: money,
      houseDay: money,
      reason,
    }),
  ),
} as const
