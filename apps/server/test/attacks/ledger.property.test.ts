import { createHash } from 'node:crypto'
import type { PlayerId } from '@pipkin/contract/schemas'
import type { Move } from '@pipkin/games'
import { fkr, hundredths } from '@pipkin/money'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit, auditReport } from '../../src/operator/audit/audit.ts'
import { one, sql } from '../../src/platform/database/database.ts'
import { system } from '../../src/platform/process/clock.ts'
import { finishLeftRounds } from '../../src/rounds/finish-left-rounds.ts'
import { listOpenRounds } from '../../src/rounds/list-open-rounds.ts'
import { type BetDeps, placeBet } from '../../src/rounds/place-bet.ts'
import { playMove } from '../../src/rounds/play-move.ts'
import { rotateSeed } from '../../src/rounds/rotate-seed.ts'
import { moveToDeposit } from '../../src/transfers/move-to-deposit.ts'
import { sendMoney } from '../../src/transfers/send-money.ts'
import type { TransferDeps } from '../../src/transfers/transfer-deps.ts'
import { freshDatabase, type TestDatabase } from '../database/fresh-database.ts'
import { leaveForAWeek } from '../players/leave-for-a-week.ts'
import { bringFriend, makePlayer, setCatalogue } from '../players/player.ts'
import { propertySeed } from '../property-seed.ts'
import { betDeps } from '../rounds/bet-deps.ts'
import { seeds } from '../seeds.ts'

/**
 * Several players act at once, at random, each through several lanes as from several tabs; then the
 * audit must find nothing. A failure prints fast-check's seed and the shortest list of acts that
 * still fails.
 */

const players = 4
const lanes = 3

const stake = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(5, 10, 20, 50, 200) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 600 }) },
)
const move: fc.Arbitrary<Move> = fc.oneof(
  fc.constantFrom<Move>(
    { choice: 'even' },
    { choice: 'odd' },
    { choice: 'range', from: 1 },
    { spin: true },
    { cashOut: true },
  ),
  fc.integer({ min: 0, max: 24 }).map((reveal) => ({ reveal })),
  fc.integer({ min: 0, max: 8 }).map((cell) => ({ cell })),
)
const key = fc.option(fc.nat({ max: 40 }), { nil: null })
const act = fc.record({
  player: fc.nat({ max: players - 1 }),
  lane: fc.nat({ max: lanes - 1 }),
  what: fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({ bet: fc.constantFrom(1, 2, 3, 4), stake, key }),
    },
    { weight: 8, arbitrary: fc.record({ move, key }) },
    {
      weight: 3,
      arbitrary: fc.record({
        sendTo: fc.nat({ max: players - 1 }),
        hundredths: fc.oneof(fc.constantFrom(1n, 5_000n), fc.bigInt({ min: -100n, max: 30_000n })),
        key,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        moveFrom: fc.constantFrom('win' as const, 'referral' as const),
        hundredths: fc.bigInt({ min: -100n, max: 10_000n }),
        key,
      }),
    },
    { weight: 1, arbitrary: fc.constant({ rotate: true as const }) },
    { weight: 1, arbitrary: fc.constant({ leave: true as const }) },
  ),
})
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

let db: TestDatabase
let deps: BetDeps
let transfers: TransferDeps

beforeAll(async () => {
  db = await freshDatabase()
  await setCatalogue(db)
  deps = betDeps(db.database)
  transfers = { database: db.database, surroundings: system, config: { holdMs: 3_600_000 } }
})
afterAll(() => db.close())

async function perform(
  everybody: readonly PlayerId[],
  player: PlayerId,
  { what }: Act,
): Promise<void> {
  const inputHash = createHash('sha256').update(fc.stringify(what)).digest()
  const idempotency = (key: number | null) =>
    key === null ? null : { key: `key-${key}`, inputHash }
  if ('bet' in what) {
    await placeBet(
      deps,
      { player, gameId: what.bet, stake: fkr(what.stake) },
      idempotency(what.key),
    )
  } else if ('move' in what) {
    const open = await listOpenRounds(deps, player)
    const round = open.ok ? open.answer.find(({ game }) => fits(game, what.move)) : undefined
    if (round)
      await playMove(
        deps,
        { player, transactionId: round.transactionId, move: what.move },
        idempotency(what.key),
      )
  } else if ('sendTo' in what) {
    const receiver = everybody[what.sendTo] ?? player
    await sendMoney(
      transfers,
      { player, receiver, amount: hundredths(what.hundredths) },
      idempotency(what.key),
    )
  } else if ('moveFrom' in what) {
    const amount = hundredths(what.hundredths)
    await moveToDeposit(transfers, { player, from: what.moveFrom, amount }, idempotency(what.key))
  } else if ('rotate' in what) {
    await rotateSeed(deps, player)
  } else {
    await leaveForAWeek(db.owner, player)
    await finishLeftRounds({ ...deps, onError: ({ message }) => expect.unreachable(message) })
  }
}

function fits(game: string, made: Move): boolean {
  if ('choice' in made) return game === 'guess-number'
  if ('spin' in made) return game === 'slot-machine'
  return 'cell' in made ? game === 'tic-tac-toe' : game === 'mines'
}

test('RACE-25 the ledger holds while several players act at once', async () => {
  let acted = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { minLength: 300, maxLength: 500, size: 'max' }),
      async (acts) => {
        const made = await Promise.all(
          Array.from({ length: players }, (_, index) =>
            makePlayer(db, {
              deposit: fkr(200 * (index + 1)),
              bonus: fkr(30),
              win: fkr(50),
              referral: fkr(20),
            }),
          ),
        )
        for (const [index, friend] of made.entries())
          if (index > 0) await bringFriend(db, made[index - 1]!, friend)
        await Promise.all(
          made.flatMap((player, index) =>
            Array.from({ length: lanes }, async (_, lane) => {
              for (const one of acts)
                if (one.player === index && one.lane === lane) await perform(made, player, one)
            }),
          ),
        )
        acted += acts.length
        const report = auditReport(
          await audit({ database: db.worker, surroundings: system, seeds }, { full: false }),
        )
        expect(report).not.toContain('WRONG')
      },
    ),
    { seed: propertySeed, numRuns: 8 },
  )
  const { rounds } = await one(
    db.database.rows<{ rounds: number }>(
      sql`select count(*)::int as rounds from ledger.rounds where status <> 'pending'`,
    ),
  )
  const { moved } = await one(
    db.database.rows<{ moved: number }>(
      sql`select count(distinct kind)::int as moved from ledger.movements
          where kind in ('send', 'received', 'winning_transfer', 'referral_transfer', 'bonus',
            'referral_earning')`,
    ),
  )
  expect(moved).toBe(6)
  expect(acted).toBeGreaterThan(1_000)
  expect(rounds).toBeGreaterThan(50)
})
