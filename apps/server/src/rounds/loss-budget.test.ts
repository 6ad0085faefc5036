import type { PlayerId } from '@pipkin/contract/schemas'
import { type Rules, rulesHash, toHex } from '@pipkin/games'
import { ticTacToeRules } from '@pipkin/games/tic-tac-toe'
import { fkr, type Money } from '@pipkin/money'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { gameReturns } from '../../../../packages/games/src/returns/game-returns.ts'
import { patience } from '../../../../tools/patience.ts'
import { freshDatabase, type TestDatabase } from '../../test/database/fresh-database.ts'
import { secondPool } from '../../test/database/second-pool.ts'
import { leaveForAWeek } from '../../test/players/leave-for-a-week.ts'
import { makePlayer, setCatalogue } from '../../test/players/player.ts'
import { playRules } from '../../test/rounds/play-rules.ts'
import { seeds } from '../../test/seeds.ts'
import { withinADay } from '../../test/within-a-day.ts'
import { audit, auditReport } from '../operator/audit/audit.ts'
import { one, sql } from '../platform/database/database.ts'
import { system } from '../platform/process/clock.ts'
import { firstSettings } from './catalogue.ts'
import { finishLeftRounds } from './finish-left-rounds.ts'
import { readGames } from './list-games.ts'
import { type BetDeps, placeBet } from './place-bet.ts'
import { playMove } from './play-move.ts'
import { createSigner } from './receipts.ts'
import { roundLedger } from './round-ledger.ts'
import { setGame } from './set-game.ts'

/** The budget of what the house may lose in a day where best play wins against it. */

const ticTacToe = 4
/** Every round is kind: perfect play wins nearly all of them. */
const kindRules = { ...ticTacToeRules, winPercentage: 100 }
const hardRules = { ...ticTacToeRules, winPercentage: 0 }
const hashOf = (rules: Rules) => toHex(rulesHash(rules))
const [inKind, inHard] = [kindRules, hardRules].map((rules) => gameReturns(rules).bestPlay(rules))

let db: TestDatabase
let deps: BetDeps

beforeEach(async () => {
  await withinADay()
  db = await freshDatabase()
  onTestFinished(() => db.close())
  await setCatalogue(db)
  await setGame(db.owner, { ...firstSettings[3]!, rules: kindRules }, 3)
  deps = process()
})

/** What a server process has of its own: its connections, its batches, its cache of rounds. */
function process(): BetDeps {
  const database = secondPool(db.url, 6)
  return {
    database,
    surroundings: system,
    signer: createSigner(Buffer.alloc(32, 5)),
    seeds,
    paced: false,
    profile: playRules('standard'),
    ledger: roundLedger(database, seeds),
  }
}

const setBudget = (budget: Money) =>
  db.owner.rows(sql`select operator.change_loss_budget('Asha', 'a test', $1)`, [budget])

type Bet = { stake?: Money; rules?: Rules; key?: string }

const bet = (player: PlayerId, { stake = fkr(20), rules, key }: Bet = {}, by = deps) =>
  placeBet(
    by,
    { player, gameId: ticTacToe, stake, ...(rules && { rulesHash: hashOf(rules) }) },
    key === undefined ? null : { key, inputHash: Buffer.alloc(32, key) },
  )

/** Bets, or tries again where other bets have the budget in hand. */
const insist = (...args: Parameters<typeof bet>) =>
  vi.waitUntil(
    async () => {
      const placed = await bet(...args)
      return placed.ok || placed.code !== 'betTooSoon' ? placed : null
    },
    { ...patience, interval: 5 },
  )

async function accepted(...args: Parameters<typeof bet>) {
  const placed = await insist(...args)
  if (!placed.ok) throw new Error(placed.code)
  return placed.answer
}

/** Plays a round to its end without a fault. */
async function playOut(player: PlayerId, transactionId: string, by = deps) {
  let board: readonly unknown[] = Array.from({ length: 9 }, () => null)
  const round = (await accepted(player, {}, by)).round
  const kind = round.rules.winPercentage !== 0
  for (;;) {
    const state = { rules: round.rules, kind, board }
    const move = (kind ? inKind : inHard)!.moveIn(state as never)
    const played = await playMove(by, { player, transactionId, move }, null)
    if (!played.ok) throw new Error(played.code)
    const { round: now } = played.answer
    if (now.status !== 'Pending') return now
    board = Reflect.get(now.view, 'board') as readonly unknown[]
  }
}

/** Plays until a round is won: not every one by the ordinary rules is. */
async function win(player: PlayerId): Promise<void> {
  for (;;) {
    const { status } = await playOut(player, (await accepted(player)).transactionId)
    if (status === 'Win') return
  }
}

const leftNow = async () =>
  (await one(db.owner.rows<{ left: bigint }>(sql`select ledger.loss_left() as left`))).left
const lostNow = async () =>
  (
    await one(
      db.owner.rows<{ lost: bigint }>(sql`
        select coalesce(sum(payout - stake), 0)::bigint as lost from ledger.rounds
        where payout > stake and game = 4`),
    )
  ).lost
const gameNow = async () => (await readGames(deps)).find(({ id }) => id === ticTacToe)!
const expectCleanAudit = async () =>
  expect(
    auditReport(await audit({ database: db.worker, surroundings: system, seeds }, { full: true })),
  ).not.toContain('WRONG')

const players = (count: number) =>
  Promise.all(Array.from({ length: count }, () => makePlayer(db, { deposit: fkr(2_000) })))

describe('a round by the ordinary rules', () => {
  test('holds its worst loss of the budget while it is open, and what it lost when it ends', async () => {
    const [player] = await players(1)
    const { transactionId, round } = await accepted(player!, { stake: fkr(15) })
    expect(round.rules).toEqual(kindRules)
    expect(await leftNow()).toBe(fkr(485))
    await expectCleanAudit()
    const { status } = await playOut(player!, transactionId)
    expect(await leftNow()).toBe(status === 'Win' ? fkr(485) : fkr(500))
    await expectCleanAudit()
  })

  test('gives back what it held where it is tied or lost', async () => {
    const [player] = await players(1)
    let won = 0n
    for (const cells of [
      [1, 3, 7, 2, 0, 4, 5, 6, 8],
      [0, 8, 2, 6, 1, 3, 4, 5, 7],
    ]) {
      const { transactionId } = await accepted(player!)
      for (const cell of cells) {
        const played = await playMove(
          deps,
          { player: player!, transactionId, move: { cell } },
          null,
        )
        if (!played.ok || played.answer.round.status === 'Pending') continue
        if (played.answer.round.status === 'Win') won += fkr(20)
        break
      }
      expect(await leftNow()).toBe(fkr(500) - won)
    }
    await expectCleanAudit()
  })

  test('takes nothing when it is refused, and once when its request is repeated', async () => {
    const [poor, player] = [await makePlayer(db), (await players(1))[0]!]
    expect(await bet(poor!)).toMatchObject({ code: 'insufficientFunds' })
    expect(await bet(player, { rules: hardRules })).toMatchObject({ code: 'rulesChanged' })
    expect(await leftNow()).toBe(fkr(500))
    for (let time = 0; time < 5; time += 1) await accepted(player, { key: 'same' })
    // Without a key, too, the open round is answered.
    await accepted(player)
    expect(await leftNow()).toBe(fkr(480))
  })

  test('that was left for seven days gives the rest back to its own day', async () => {
    const [player] = await players(1)
    await accepted(player!)
    await db.owner.rows(sql`update ledger.rounds set risk_day = risk_day - 7`)
    await db.owner.rows(sql`
      insert into ledger.loss_days select day - 7, budget from ledger.loss_days`)
    await db.owner.rows(sql`
      insert into ledger.loss_parts (day, amount) select day - 7, 48000 from ledger.loss_days
      where day = ledger.today()`)
    await db.owner.rows(sql`
      insert into ledger.loss_parts (day, amount) values (ledger.today(), 2000)`)
    await leaveForAWeek(db.owner, player!)
    await expectCleanAudit()
    await finishLeftRounds({ ...deps, onError: ({ message }) => expect.unreachable(message) })
    // The round was dealt by the day of its bet; today has its whole budget.
    expect(await leftNow()).toBe(fkr(500))
    await expectCleanAudit()
  })

  test('that comes while another opens the day is asked again, and waits for no one', async () => {
    const [player] = await players(1)
    await db.owner.transaction(async (other) => {
      await other.rows(sql`select ledger.open_loss_day()`)
      expect(await bet(player!)).toMatchObject({ code: 'betTooSoon', retryAfterMs: 250 })
    })
    expect(await bet(player!)).toMatchObject({ ok: true })
  })

  test('that comes while others have what is left in hand is asked again, and takes none', async () => {
    const [first, player] = await players(2)
    await accepted(first!)
    await db.owner.transaction(async (others) => {
      await others.rows(sql`select from ledger.loss_parts for update`)
      expect(await bet(player!)).toMatchObject({ code: 'betTooSoon', retryAfterMs: 250 })
    })
    expect(await leftNow()).toBe(fkr(480))
    expect(await bet(player!)).toMatchObject({ ok: true })
  })

  test('in another game touches no budget', async () => {
    const [player] = await players(1)
    await placeBet(deps, { player: player!, gameId: 3, stake: fkr(10) }, null)
    expect(await db.owner.rows(sql`select from ledger.loss_days`)).toEqual([])
    expect(await db.owner.rows(sql`select from ledger.rounds where at_risk is not null`)).toEqual(
      [],
    )
  })
})

describe('once the budget is used up', () => {
  test('every round is hard: the list, its hash and its returns say so before the bet', async () => {
    const [first, second] = await players(2)
    expect(await gameNow()).toMatchObject({
      rules: kindRules,
      hardUntil: null,
      otherRules: { rules: hardRules, returns: { best: 1 } },
    })
    await setBudget(fkr(20))
    await win(first!)
    const game = await gameNow()
    expect(game).toMatchObject({
      rules: hardRules,
      winPercentage: 0,
      returns: { best: 1 },
      otherRules: { rules: kindRules },
    })
    expect(game.hardUntil?.toISOString()).toMatch(/T00:00:00.000Z$/)
    expect(game.hardUntil!.getTime()).toBeGreaterThan(Date.now())
    expect(game.hardUntil!.getTime() - Date.now()).toBeLessThanOrEqual(86_400_000)

    // A bet by the ordinary rules is refused, with the rules in force, and without a stake.
    expect(await bet(second!, { rules: kindRules, key: 'k' })).toMatchObject({
      code: 'rulesChanged',
      data: hardRules,
    })
    expect(
      await db.owner.rows(
        sql`select from ledger.movements where kind = 'stake' and player_id = $1`,
        [second],
      ),
    ).toEqual([])
    const { transactionId, round } = await accepted(second!, { rules: hardRules, key: 'k' })
    expect(round.rules).toEqual(hardRules)
    expect((await playOut(second!, transactionId)).status).toBe('Tie')
    expect(await lostNow()).toBe(fkr(20))
    await expectCleanAudit()
  })

  test('a round that was open goes on by its own rules', async () => {
    const [first, second] = await players(2)
    await setBudget(fkr(20))
    const open = await accepted(first!)
    expect((await accepted(second!)).round.rules).toEqual(hardRules)
    const { status, rules } = await playOut(first!, open.transactionId)
    expect(rules).toEqual(kindRules)
    expect(await lostNow()).toBe(status === 'Win' ? fkr(20) : 0n)
  })

  test('the next day begins with a whole one, and the rules that hold are the ordinary ones', async () => {
    const [player] = await players(1)
    await setBudget(fkr(20))
    await win(player!)
    expect((await gameNow()).hardUntil).not.toBeNull()
    // Yesterday.
    for (const table of ['loss_days', 'loss_parts'])
      await db.owner.rows(sql([`update ledger.${table} set day = day - 1`]))
    await db.owner.rows(sql`update ledger.rounds set risk_day = risk_day - 1`)
    expect((await gameNow()).hardUntil).toBeNull()
    expect(await bet(player!, { rules: hardRules })).toMatchObject({ code: 'rulesChanged' })
    expect((await accepted(player!, { rules: kindRules })).round.rules).toEqual(kindRules)
    await expectCleanAudit()
  })

  test('the operator may add to it, or take back what is left of it, never what is at risk', async () => {
    const [first, second] = await players(2)
    const open = await accepted(first!)
    await setBudget(fkr(5))
    expect(await leftNow()).toBe(0n)
    const days = await db.owner.rows(sql`select budget from ledger.loss_days`)
    expect(days).toEqual([{ budget: fkr(20) }])
    expect((await accepted(second!)).round.rules).toEqual(hardRules)
    await playOut(second!, (await accepted(second!)).transactionId)
    await setBudget(fkr(100))
    expect(await leftNow()).toBe(fkr(80))
    expect((await accepted(second!)).round.rules).toEqual(kindRules)
    await playOut(first!, open.transactionId)
    await expectCleanAudit()
  })
})

test('BUDGET-08 a settlement that would cost more than its round holds is refused by the table', async () => {
  const [player] = await players(1)
  await setBudget(fkr(0))
  await accepted(player!)
  const { id } = await one(
    db.owner.rows<{ id: string }>(
      sql`select round_id as id from ledger.rounds where player_id = $1`,
      [player],
    ),
  )
  await expect(
    db.owner.rows(
      sql`select ledger.store_moves($1, $2, 0, '[{"cell":0}]', 'win', 4000, gen_random_uuid(),
            null, null)`,
      [player, id],
    ),
  ).rejects.toThrow('rounds_check')
})

test('sixty perfect players at once over two processes: the house loses the budget, not a hundredth more', async () => {
  await setBudget(fkr(333))
  const people = await players(60)
  const both = [process(), process()]
  await Promise.all(
    people.map(async (player, i) => {
      const stake = [fkr(5), fkr(10), fkr(15), fkr(20)][i % 4]!
      for (let round = 0; round < 3; round += 1) {
        const by = both[(i + round) % 2]!
        const { transactionId } = await accepted(player, { stake }, by)
        await playOut(player, transactionId, by)
      }
    }),
  )
  // The last ones may have tied: what that gave back is there to be lost, too.
  while ((await leftNow()) >= fkr(20)) await win(people[0]!)
  const lost = await lostNow()
  expect(lost).toBeLessThanOrEqual(fkr(333))
  expect(lost).toBeGreaterThan(fkr(300))
  expect(lost + (await leftNow())).toBe(fkr(333))
  expect((await gameNow()).hardUntil).not.toBeNull()
  await expectCleanAudit()
})
