import { z } from 'zod'
import { day, money, playerId } from '../schemas/scalars.ts'
import * as calls from './money.ts'
import { act, listed, reason, spec, words } from './rule-parts.ts'

const by = z.enum(calls.moneyUnits)

export const moneyRules = {
  readMoney: spec(calls.readMoney, {
    summary: 'What the house took and gave, by day or month and by game',
    session: 'whole',
    duty: 'see',
    quiet: true,
    input: z.object({ by, before: day.optional() }),
  }),
  listSnapshots: spec(calls.listSnapshots, {
    summary: 'What was owed to players and held on the chain, snapshot by snapshot',
    session: 'whole',
    duty: 'see',
    input: z.object(listed),
  }),
  listMovements: spec(calls.listMovements, {
    summary: 'Movements of a kind, the newest first',
    session: 'whole',
    duty: 'see',
    input: z.object({
      ...listed,
      kind: z.enum(calls.listedKinds),
      by: by.optional(),
      start: day.optional(),
    }),
  }),
  listUnderWay: spec(calls.listUnderWay, {
    summary: 'Deposits or withdrawals that have not ended, the oldest first',
    session: 'whole',
    duty: 'see',
    input: z.object({ ...listed, kind: z.enum(calls.operationKinds) }),
  }),
  listUnmatched: spec(calls.listUnmatched, {
    summary: 'Transfers of the house that belong to no operation; a hundred at most',
    session: 'whole',
    duty: 'see',
  }),
  adjustBalance: act(
    calls.adjustBalance,
    'Adds an amount to a wallet, or takes it; the player reads the note',
    z.object({
      player: playerId,
      wallet: z.enum(calls.wallets),
      amount: money.refine((amount) => amount !== 0n),
      note: words(200)
        .min(3)
        .regex(/^\P{Cc}*$/u),
      reason,
    }),
  ),
} as const
