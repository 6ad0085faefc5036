import { hundredths } from '@pipkin/money'
import { z } from 'zod'
import { money, time } from '../ledger/json-values.ts'
import { one, sql } from '../platform/database/database.ts'
import { type DeskReadDeps, type DeskResult, type DeskSession, done } from './desk-deps.ts'

const count = z.object({ sum: money, count: z.int() })
const added = z.object({
  wallets: z.object({
    deposit: money,
    bonus: money,
    win: money,
    referral: money,
  }),
  stakes: count,
  payouts: money,
  held: money.nullable(),
})
const counted = z.object({
  payouts: z.object({ review: z.int(), oldest: time.nullable() }),
  deposits: count,
  house: z.object({ symbol: z.string(), behind: z.int(), coin: z.number().nullable() }).nullable(),
  unexplained: z.int(),
  cases: z.int(),
  proposals: z.int(),
  payouts_paused: z.boolean(),
  deposits_paused: z.boolean(),
  two_above: money,
  two_day: money,
  audit: z.object({ at: time, findings: z.int() }).nullable(),
})

const sums = sql`select desk.sums() as sums`
const figures = sql`select desk.figures($1) as figures`

export type Sums = z.infer<typeof added>

/** What is owed and held, as the database adds it up: all wallets, which takes its time. */
export async function addUp({ database }: DeskReadDeps): Promise<Sums> {
  return added.parse((await one(database.rows<{ sums: unknown }>(sums))).sums)
}

/** What is owed and held, by sums of one moment, and what waits now. */
export async function readNow(
  { database }: DeskReadDeps,
  { operator }: Pick<DeskSession, 'operator'>,
  readSums: () => Promise<Sums>,
): Promise<DeskResult<'readNow'>> {
  const [{ wallets, stakes, payouts, held }, row] = await Promise.all([
    readSums(),
    one(database.rows<{ figures: unknown }>(figures, [operator])),
  ])
  const { two_above, two_day, payouts_paused, deposits_paused, house, ...read } = counted.parse(
    row.figures,
  )
  const { deposit, bonus, win, referral } = wallets
  return done<'readNow'>({
    ...read,
    wallets,
    stakes,
    payouts: { ...read.payouts, sum: payouts },
    house: house && held !== null ? { ...house, held } : null,
    owed: hundredths(deposit + bonus + win + referral + stakes.sum + payouts),
    takesTwo: { above: two_above, day: two_day },
    payoutsPaused: payouts_paused,
    depositsPaused: deposits_paused,
  })
}
