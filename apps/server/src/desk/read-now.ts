import { hundredths, type Money } from '@pipkin/money'
import { z } from 'zod'
import { one, type Queryable, sql } from '../platform/database/database.ts'
import { type DeskResult, done } from './desk-deps.ts'

export const moneyOfJson = z.int().transform((count): Money => hundredths(BigInt(count)))
export const timeOfJson = z.string().transform((text) => new Date(text))

const count = z.object({ sum: moneyOfJson, count: z.int() })
const counted = z.object({
  wallets: z.object({
    deposit: moneyOfJson,
    bonus: moneyOfJson,
    win: moneyOfJson,
    referral: moneyOfJson,
  }),
  stakes: count,
  payouts: z.object({ sum: moneyOfJson, review: z.int(), oldest: timeOfJson.nullable() }),
  deposits: count,
  house: z.object({ held: moneyOfJson, symbol: z.string(), behind: z.int() }).nullable(),
  unexplained: z.int(),
  cases: z.int(),
  proposals: z.int(),
  paused: z.boolean(),
  two_above: moneyOfJson,
  two_day: moneyOfJson,
  audit: z.object({ at: timeOfJson, findings: z.int() }).nullable(),
})

const figures = sql`select desk.figures() as figures`

/** What is owed and held, and what waits, as the database adds it up. */
export async function readNow({
  database,
}: {
  readonly database: Queryable
}): Promise<DeskResult<'readNow'>> {
  const row = await one(database.rows<{ figures: unknown }>(figures))
  const { two_above, two_day, ...read } = counted.parse(row.figures)
  const { deposit, bonus, win, referral } = read.wallets
  const owed = deposit + bonus + win + referral + read.stakes.sum + read.payouts.sum
  return done<'readNow'>({
    ...read,
    owed: hundredths(owed),
    takesTwo: { above: two_above, day: two_day },
  })
}
