import { fkr } from '@pipkin/money'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../test/database/fresh-database.ts'
import { bringFriend, makePlayer, setCatalogue } from '../../test/players/player.ts'
import {
  changes,
  comparable,
  housesOwn,
  ordinary,
  pairs,
  prepare,
  type Scene,
  writtenBy,
} from '../../test/rounds/bet-scenes.ts'
import { type BetCall, betCall } from '../../test/rounds/round-calls.ts'
import { seeds } from '../../test/seeds.ts'
import { columnsOf } from '../platform/database/batch.ts'
import { one, sql } from '../platform/database/database.ts'
import { placeBetFunction, roundLedger } from './round-ledger.ts'

/** Bets at once do what each of them does alone: `ledger.place_bets` beside `ledger.place_bet`. */

let db: TestDatabase
beforeAll(async () => {
  db = await freshDatabase()
  await setCatalogue(db)
  await db.owner.rows(sql`update ledger.settings set daily_loss = 100000000`)
})
afterAll(() => db.close())

const several = fc
  .array(fc.constantFrom(...changes), { maxLength: 4 })
  .map((some): Partial<Scene> => Object.assign({}, ...some))

const atOnce = sql`
  select answer from ledger.place_bets($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
    $15, $16, $17) order by place`

const onlyAlone = sql`
  select ledger.place_bet($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
    $17, true) as answer`

/** What a player's own reward locks, by all that is known of it. */
const judgedLock = sql`
  select coalesce((
    select least(w.bonus, r.amount)::integer
    from ledger.wallets w join referral.locked_rewards r using (player_id)
    where player_id = $1 and friend_id = $1), 0) as locked`

/** Without the second try, alone, that the server has for bets whose batch failed. */
async function placeBets(bets: readonly BetCall[]): Promise<object[]> {
  const columns = columnsOf(bets, Object.keys(placeBetFunction.parameters))
  const rows = await db.database.rows<{ answer: object }>(atOnce, columns)
  return rows.map(({ answer }) => answer)
}

test('bets at once, and at a node, are placed, answered and written as each alone', async () => {
  await db.owner.rows(sql`update ledger.games set rounds_a_day = 1 where game = 1`)
  const named = [...changes, ...pairs]
  const made = [...named, ...fc.sample(several, { numRuns: 150, seed: 19 })]
  const { since } = await one(
    db.owner.rows<{ since: Date }>(sql`select clock_timestamp() as since`),
  )
  const scenes = await Promise.all(
    made.map(async (change, place) => ({
      change,
      together: await prepare(db, { ...ordinary, ...change }, String(place)),
      single: await prepare(db, { ...ordinary, ...change }, String(place)),
      alone: await prepare(db, { ...ordinary, ...change }, String(place)),
    })),
  )
  const ledger = roundLedger(db.database, seeds)
  const answers = await placeBets(scenes.map(({ together }) => together))
  const wrote = (bet: BetCall) => writtenBy(db, bet, since)
  let placed = 0
  const needsHouse: Partial<Scene>[] = []
  for (const [index, { change, together, single, alone }] of scenes.entries()) {
    const answer = await ledger.placeBet(single)
    const expected = { change, answer: comparable(answer), wrote: await wrote(single) }
    if (answer && 'placed' in answer) {
      const judged = await one(db.owner.rows<{ locked: number }>(judgedLock, [single.player]))
      expect({ change, locked: answer.balances.locked_bonus }).toEqual({ change, ...judged })
    }
    expect({ change, answer: comparable(answers[index]), wrote: await wrote(together) }).toEqual(
      expected,
    )
    const before = await wrote(alone)
    const row = await one(
      db.database.rows<{ answer: object | null }>(
        onlyAlone,
        columnsOf([alone], Object.keys(placeBetFunction.parameters)).flat(),
      ),
    )
    if (row.answer === null) {
      if (index < named.length) needsHouse.push(change)
      expect({ change, wrote: await wrote(alone) }).toEqual({ change, wrote: before })
    } else
      expect({ change, answer: comparable(row.answer), wrote: await wrote(alone) }).toEqual(
        expected,
      )
    if (answer && 'placed' in answer) placed += 1
  }
  expect(placed).toBeGreaterThan(100)
  expect(placed).toBeLessThan(scenes.length)
  expect(needsHouse).toEqual(housesOwn)
})

test('a Bonus that stays locked is answered as locked by bets at once', async () => {
  const friends = [await makePlayer(db), await makePlayer(db)]
  for (const friend of friends) await bringFriend(db, await makePlayer(db), friend)
  await db.owner.rows(sql`update ledger.wallets set deposit = 5000, nonce = 5, played_at = now()`)
  const locked = { placed: {}, balances: { deposit: 4_000, bonus: 10_000, locked_bonus: 10_000 } }
  expect(await placeBets(friends.map((friend) => betCall(friend, { game: 3 })))).toMatchObject([
    locked,
    locked,
  ])
})

test('bets of one player at once come one after the other', async () => {
  const player = await makePlayer(db, { deposit: fkr(15) })
  await db.owner.rows(sql`update ledger.wallets set nonce = 5 where player_id = $1`, [player])
  const bet = (game: number) => betCall(player, { game })
  expect(await placeBets([bet(3), bet(3), bet(2)])).toMatchObject([
    { placed: { nonce: 5 } },
    { resumed: true },
    { refusal: 'insufficientFunds' },
  ])
})
