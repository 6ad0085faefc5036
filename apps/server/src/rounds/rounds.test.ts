import type { RoundView } from '@pipkin/contract'
import type { InputOf, PlayerId } from '@pipkin/contract/schemas'
import {
  fromHex,
  isShaped,
  playMove as judgeMove,
  type Move,
  outcomeOf,
  replay,
} from '@pipkin/games'
import { guessRules } from '@pipkin/games/guess-number'
import { type TicTacToeView, ticTacToe } from '@pipkin/games/tic-tac-toe'
import { fkr, hundredths, type Money } from '@pipkin/money'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { earlier } from '../../test/database/earlier.ts'
import { freshDatabase, type TestDatabase } from '../../test/database/fresh-database.ts'
import { waitBehind } from '../../test/database/wait-behind.ts'
import { leaveForAWeek } from '../../test/players/leave-for-a-week.ts'
import { makePlayer, setCatalogue } from '../../test/players/player.ts'
import { betDeps } from '../../test/rounds/bet-deps.ts'
import { fillEpoch } from '../../test/rounds/play.ts'
import { seeds } from '../../test/seeds.ts'
import { readBalances } from '../activity/read-balances.ts'
import { parseTransactionId } from '../ledger/transaction-id.ts'
import { one, type Queryable, type Statement, sql } from '../platform/database/database.ts'
import { firstSettings } from './catalogue.ts'
import { confirmBet } from './confirm-bet.ts'
import { finishLeftRounds } from './finish-left-rounds.ts'
import { listGames } from './list-games.ts'
import { type BetDeps, placeBet } from './place-bet.ts'
import { playMove } from './play-move.ts'
import { readProof } from './proofs/read-proof.ts'
import { listFairness, readFairness } from './read-fairness.ts'
import { rotateSeed } from './rotate-seed.ts'
import { roundLedger } from './round-ledger.ts'
import { setGame } from './set-game.ts'
import { parseStoredRound, replayStored } from './stored-round.ts'

let db: TestDatabase
let deps: BetDeps
let player: PlayerId

beforeAll(async () => {
  db = await freshDatabase()
  await setCatalogue(db)
  deps = betDeps(db.database)
})
afterAll(() => db.close())
beforeEach(async () => {
  player = await makePlayer(db, { deposit: fkr(1000) })
})

const key = (text: string, input = text) => ({ key: text, inputHash: Buffer.alloc(32, input) })

async function bet(
  more: Partial<InputOf<'placeBet'>> = {},
  idempotency: ReturnType<typeof key> | null = null,
) {
  return placeBet(deps, { player, gameId: 1, stake: fkr(10), ...more }, idempotency)
}

async function accepted(
  more: Partial<InputOf<'placeBet'>> = {},
  idempotency: ReturnType<typeof key> | null = null,
) {
  const result = await bet(more, idempotency)
  if (!result.ok) throw new Error(`refused: ${result.code}`)
  // What a bet changed is left out of its repeats.
  const { balances: _, nextRound: __, ...answer } = result.answer
  return answer
}

async function balances(of: PlayerId = player) {
  return one(
    db.database.rows<{ deposit: bigint; bonus: bigint; win: bigint; nonce: number; epoch: number }>(
      sql`select deposit, bonus, win, nonce, epoch from ledger.wallets where player_id = $1`,
      [of],
    ),
  )
}

const play = (
  transactionId: string,
  move: Move,
  idempotency: ReturnType<typeof key> | null = null,
) => playMove(deps, { player, transactionId, move }, idempotency)

/** Chooses the even numbers, or the odd ones where a board shows no others: one in 100,000 does. */
async function draw(transactionId: string) {
  const even = await play(transactionId, { choice: 'even' })
  const isOdd = !even.ok && even.code === 'moveRefused'
  const result = isOdd ? await play(transactionId, { choice: 'odd' }) : even
  if (!result.ok) throw new Error(`refused: ${result.code}`)
  return result.answer.round
}

describe('a bet', () => {
  test('debits the whole stake and opens a round that shows no more than the numbers', async () => {
    const { round } = await accepted()
    expect(await balances()).toMatchObject({ deposit: 99_000n, win: 0n, nonce: 1 })
    expect(round).toMatchObject({
      game: 'guess-number',
      status: 'Pending',
      nonce: 0,
      moves: [],
      clientSeed: String(player),
    })
    expect(Object.keys(round.view)).toEqual(['numbers'])
    expect(round).not.toHaveProperty('proof')
  })

  test('names the commitment that was shown before it', async () => {
    const { commitment } = await readFairness(deps, player)
    const { round } = await accepted({ commitment, clientSeed: 'my-seed' })
    expect(round.commitment).toBe(commitment)
  })

  test('with a stale commitment is refused with the fresh one and who used the old', async () => {
    const { commitment } = await readFairness(deps, player)
    const first = await accepted({ commitment, clientSeed: 'a' })
    await draw(first.transactionId)
    const stale = await bet({ commitment, clientSeed: 'b' })
    const fresh = await readFairness(deps, player)
    expect(stale).toMatchObject({
      ok: false,
      code: 'commitmentStale',
      data: { usedBy: first.transactionId, fairness: { commitment: fresh.commitment, nonce: 1 } },
    })
    expect((await balances()).nonce).toBe(1)
  })

  test('with a stale commitment reads one round, however many look like it', async () => {
    await fillEpoch(db.owner, player, 900)
    const fetched = sql`
      select idx_tup_fetch + seq_tup_read as rows from pg_stat_xact_user_tables
      where schemaname = 'ledger' and relname = 'rounds'`
    const rows = await db.owner.transaction(async (inside) => {
      const read = async () => (await one(inside.rows<{ rows: bigint }>(fetched))).rows
      const before = await read()
      const { answer } = await one(
        inside.rows<{ answer: object }>(
          sql`select ledger.place_bet($1, gen_random_uuid(), 3::smallint, 1000, 'same',
                decode($2, 'hex'), null, null, null, false, p_seed_keys => $3) as answer`,
          [player, 'ab'.repeat(32), seeds.ofPlayer(player)],
        ),
      )
      expect(answer).toMatchObject({ refusal: 'commitmentStale' })
      return (await read()) - before
    })
    expect(rows).toBeLessThanOrEqual(1n)
  })

  test('that names its commitment has it in its id', async () => {
    const { commitment } = await readFairness(deps, player)
    const { transactionId } = await accepted({ commitment })
    const hex = Buffer.from(transactionId, 'base64url').toString('hex', 4)
    expect(commitment.startsWith(hex)).toBe(true)
  })

  test('with another end of a used commitment has no round of its own', async () => {
    const { commitment } = await readFairness(deps, player)
    const same = { clientSeed: 'seed' }
    await draw((await accepted({ ...same, commitment })).transactionId)
    const forged = `${commitment.slice(0, 32)}${'0'.repeat(32)}`
    expect(await bet({ ...same, commitment: forged })).toMatchObject({
      code: 'commitmentStale',
      data: { usedBy: null },
    })
  })

  test('that repeats an accepted one answers that round, also when it has ended', async () => {
    const { commitment } = await readFairness(deps, player)
    const same = { commitment, clientSeed: 'seed' }
    const first = await accepted(same)
    await draw(first.transactionId)
    const again = await accepted(same)
    expect(again).toEqual(first)
    expect((await balances()).nonce).toBe(1)
  })

  test('with the same key answers the same; with another input it is refused', async () => {
    const first = await accepted({}, key('k1'))
    await draw(first.transactionId)
    expect(await accepted({}, key('k1'))).toEqual(first)
    expect(await bet({ stake: fkr(15) }, key('k1', 'other'))).toMatchObject({ code: 'keyReused' })
    expect((await balances()).nonce).toBe(1)
  })

  test('on a game with an open round resumes it', async () => {
    const first = await accepted()
    const second = await accepted({ stake: fkr(15) })
    expect(second).toMatchObject({ transactionId: first.transactionId, isResumed: true })
    expect((await balances()).deposit).toBe(99_000n)
  })

  test('that was refused uses up no key, nor its input: it may come again when it can be placed', async () => {
    expect(await bet({ gameId: 99 }, key('k'))).toMatchObject({ code: 'gameNotLive' })
    await db.owner.rows(sql`
      insert into ledger.games
      select 99, 'Game 99', is_live, is_deleted, step, minimum, maximum,
             rules_hash, margin, min_round_ms, rounds_a_day, position, counts_as_staked
      from ledger.games where game = 1`)
    try {
      const placed = await accepted({ gameId: 99 }, key('k', 'other'))
      expect(await accepted({ gameId: 99 }, key('k', 'other'))).toEqual(placed)
      expect(await bet({ gameId: 99 }, key('k'))).toMatchObject({ code: 'keyReused' })
    } finally {
      await db.owner.rows(sql`delete from ledger.games where game = 99`)
    }
  })

  test('that came too soon may come again under its key', async () => {
    await draw((await accepted()).transactionId)
    const paced = { ...deps, paced: true }
    const again = () => placeBet(paced, { player, gameId: 1, stake: fkr(10) }, key('k'))
    expect(await again()).toMatchObject({ code: 'betTooSoon' })
    await leaveForAWeek(db.owner, player)
    expect(await again()).toMatchObject({ ok: true })
  })

  test.each([
    [fkr(1), 'stakeTooSmall', '5'],
    [fkr(205), 'stakeTooLarge', '200'],
    [fkr(12), 'stakeOffStep', '5'],
  ] as const)('of %s is refused: %s', async (stake, code, n) => {
    expect(await bet({ stake })).toMatchObject({ ok: false, code, parts: { n } })
  })

  test('on a game that is not there says Coming Soon', async () => {
    expect(await bet({ gameId: 99 })).toMatchObject({ code: 'gameNotLive' })
  })

  test('with rules that have changed is refused with the fresh ones', async () => {
    expect(await bet({ rulesHash: 'ab'.repeat(32) })).toMatchObject({
      code: 'rulesChanged',
      data: { game: 'guess-number' },
    })
  })

  test('FAIR-10 keeps the pace and the rounds a day where they are on', async () => {
    const paced = { ...deps, paced: true }
    const first = await accepted({ gameId: 4 })
    await db.owner.rows(
      sql`update ledger.rounds set status = 'loss', settled_at = now() where player_id = $1`,
      [player],
    )
    expect(await placeBet(paced, { player, gameId: 4, stake: fkr(5) }, null)).toMatchObject({
      code: 'betTooSoon',
    })
    await db.owner.rows(
      sql([
        `update ledger.rounds set ${earlier(`interval '1 hour'`, 'placed_at')}
         where player_id = $1`,
      ]),
      [player],
    )
    await db.owner.rows(sql`update ledger.games set rounds_a_day = 1 where game = 4`)
    expect(await placeBet(paced, { player, gameId: 4, stake: fkr(5) }, null)).toMatchObject({
      code: 'roundsOfToday',
    })
    await db.owner.rows(sql`update ledger.games set rounds_a_day = 20 where game = 4`)
    expect(first.round.game).toBe('tic-tac-toe')
  })
})

describe('the stake comes', () => {
  const cases: [string, { deposit: Money; bonus: Money; win: Money }, Money, object | null][] = [
    [
      'a fifth from Deposit, then Bonus',
      { deposit: fkr(100), bonus: fkr(50), win: fkr(0) },
      fkr(20),
      { deposit: fkr(96), bonus: fkr(34), win: 0n },
    ],
    [
      'then the rest of Deposit',
      { deposit: fkr(100), bonus: fkr(5), win: fkr(9) },
      fkr(20),
      { deposit: fkr(85), bonus: 0n, win: fkr(9) },
    ],
    [
      'then Win',
      { deposit: fkr(5), bonus: fkr(5), win: fkr(50) },
      fkr(20),
      { deposit: 0n, bonus: 0n, win: fkr(40) },
    ],
    [
      'not at all with less than a fifth in Deposit',
      { deposit: hundredths(399n), bonus: fkr(50), win: fkr(50) },
      fkr(20),
      null,
    ],
    [
      'not at all where all three are too little',
      { deposit: fkr(5), bonus: fkr(5), win: hundredths(999n) },
      fkr(20),
      null,
    ],
  ]
  test.each(cases)('%s', async (_, has, stake, left) => {
    player = await makePlayer(db, has)
    const result = await bet({ stake })
    if (left === null) expect(result).toMatchObject({ ok: false, code: 'insufficientFunds' })
    expect(await balances()).toMatchObject(left ?? has)
  })
})

describe('a round', () => {
  test('is settled by its move, pays into Win, and its proof replays to the same', async () => {
    const { transactionId } = await accepted({ clientSeed: 'proof-me' })
    const ended = await draw(transactionId)
    expect(ended.status).toMatch(/^(Win|Loss)$/)
    expect(ended.payout).toBe(ended.status === 'Win' ? fkr(15) : 0n)
    expect((await balances()).win).toBe(ended.payout)

    const proof = await readProof(deps, transactionId)
    if (!proof.ok) throw new Error('no proof')
    const { answer } = proof
    const again = replay({
      rules: ended.rules as never,
      roundKey: fromHex(answer.roundKey),
      clientSeed: answer.clientSeed,
      moves: answer.moves,
    })
    expect(again.ok && again.round.game.outcome(again.round.state)).toMatchObject({
      status: ended.status,
    })
    expect(answer.receipts).toHaveLength(2)
    expect(answer).not.toHaveProperty('epochSeed')
  })

  test('answers the same move the same, and another after the end with a refusal', async () => {
    const { transactionId } = await accepted()
    const first = await draw(transactionId)
    expect(await draw(transactionId)).toEqual(first)
    const another: Move = { choice: 'range', from: 1 }
    expect(await play(transactionId, another)).toMatchObject({ code: 'roundOver' })
  })

  test('refuses a move that is not possible and stays as it is', async () => {
    const { transactionId } = await accepted()
    expect(await play(transactionId, { reveal: 3 })).toMatchObject({
      ok: false,
      code: 'moveRefused',
    })
    expect(await play(transactionId, { choice: 'number', number: 101 })).toMatchObject({
      ok: false,
      code: 'moveRefused',
    })
    await draw(transactionId)
  })

  test("of another player doesn't exist", async () => {
    const { transactionId } = await accepted()
    const other = await makePlayer(db)
    expect(
      await playMove(deps, { player: other, transactionId, move: { choice: 'even' } }, null),
    ).toMatchObject({ code: 'notFound' })
    expect(
      await confirmBet(deps, {
        player: other,
        transactionId,
        stake: fkr(10),
        gameId: 1,
      }),
    ).toMatchObject({ code: 'notFound' })
  })

  test('ties give back to the wallets that the stake came from', async () => {
    player = await makePlayer(db, { deposit: fkr(4), bonus: fkr(6), win: fkr(10) })
    for (let tries = 0; tries < 200; tries += 1) {
      const before = await balances()
      const { transactionId } = await accepted({ gameId: 4, stake: fkr(20) })
      let view = await play(transactionId, { cell: 4 })
      for (let cell = 0; view.ok && view.answer.round.status === 'Pending'; cell += 1)
        if (
          isShaped<TicTacToeView>(view.answer.round.view, ticTacToe.viewFields) &&
          view.answer.round.view.board[cell] === null
        )
          view = await play(transactionId, { cell })
      if (!view.ok) throw new Error('refused')
      const { status } = view.answer.round
      if (status === 'Tie') {
        expect(await balances()).toMatchObject({
          deposit: before.deposit,
          bonus: before.bonus,
          win: before.win,
        })
        return
      }
      player = await makePlayer(db, { deposit: fkr(4), bonus: fkr(6), win: fkr(10) })
    }
    throw new Error('no tie in 200 rounds')
  })
})

describe('an answer carries what it changed', () => {
  /** What the balances say that a bet and a move can change. */
  async function readChanged() {
    const result = await readBalances(db.database)(player)
    if (!result.ok) throw new Error('refused')
    const { deposit, win, bonus, locked } = result.answer
    return { deposit, win, bonus, locked: { bonus: locked.bonus } }
  }
  const placed = async (idempotency: ReturnType<typeof key> | null = null) => {
    const result = await bet({ gameId: 2 }, idempotency)
    if (!result.ok) throw new Error(`refused: ${result.code}`)
    return result.answer
  }

  test('a bet: the balances and the next round', async () => {
    player = await makePlayer(db, { deposit: fkr(20), bonus: fkr(3), win: fkr(1) })
    const { balances, nextRound } = await placed()
    expect(balances).toEqual(await readChanged())
    expect(balances).toMatchObject({ deposit: fkr(13), bonus: fkr(0) })
    const { epoch, nonce, commitment } = await readFairness(deps, player)
    expect(nextRound).toEqual({ epoch, nonce, commitment })
  })

  test('a move: the balances, where it settles the round', async () => {
    for (;;) {
      const { transactionId } = await placed()
      const revealed = await play(transactionId, { reveal: 0 })
      if (!revealed.ok || revealed.answer.round.status !== 'Pending') continue
      expect(revealed.answer).not.toHaveProperty('balances')
      const ended = await play(transactionId, { cashOut: true })
      expect(ended.ok && ended.answer.balances).toEqual(await readChanged())
      return
    }
  })

  test('not a repeat, nor a bet that resumes a round: the browser reads', async () => {
    const { transactionId } = await placed(key('once'))
    for (const again of [await placed(key('once')), await placed()]) {
      expect(again).toMatchObject({ transactionId })
      expect(again).not.toHaveProperty('balances')
      expect(again).not.toHaveProperty('nextRound')
    }
  })

  test('not the next round after the last one of an epoch', async () => {
    await db.owner.rows(sql`update ledger.wallets set nonce = 999 where player_id = $1`, [player])
    const answer = await placed()
    expect(answer.balances).toEqual(await readChanged())
    expect(answer.nextRound).toBeUndefined()
  })
})

describe('at once', () => {
  test('a hundred bets open one round and debit one stake', async () => {
    const results = await Promise.all(Array.from({ length: 100 }, () => accepted()))
    expect(new Set(results.map((result) => result.transactionId)).size).toBe(1)
    expect(results.filter((result) => !result.isResumed)).toHaveLength(1)
    expect(await balances()).toMatchObject({ deposit: 99_000n, nonce: 1 })
  })

  test('a hundred times the same key answer the same', async () => {
    const results = await Promise.all(Array.from({ length: 100 }, () => accepted({}, key('once'))))
    for (const result of results) expect(result).toEqual(results[0])
  })

  test('bets of one moment share a commit; refusals and bugs among them are their own', async () => {
    const rich = await Promise.all(
      Array.from({ length: 20 }, () => makePlayer(db, { deposit: fkr(100) })),
    )
    const poor = await makePlayer(db, { deposit: fkr(1) })
    const nobody = 1 as PlayerId
    const results = await Promise.allSettled(
      [...rich, poor, nobody].map((player) => bet({ player })),
    )
    for (const result of results.slice(0, 20)) expect(result).toMatchObject({ value: { ok: true } })
    expect(results[20]).toMatchObject({ value: { ok: false, code: 'insufficientFunds' } })
    expect(results[21]).toMatchObject({ status: 'rejected' })

    // Without the bug, which has each of those beside it made again on its own.
    const again = await Promise.all([...rich, poor].map((player) => bet({ player, gameId: 2 })))
    expect(again.filter((result) => result.ok)).toHaveLength(20)
    const { commits } = await one(
      db.database.rows<{ commits: number }>(
        sql`select count(distinct r.xmin::text)::int as commits from ledger.rounds r
            where r.player_id = any($1::int[]) and r.game = 2`,
        [rich],
      ),
    )
    // Four lanes, and what gathers behind them.
    expect(commits).toBeLessThanOrEqual(8)
  })

  test('a hundred cash outs pay once', async () => {
    for (;;) {
      const { transactionId } = await accepted({ gameId: 2, stake: fkr(10) })
      const revealed = await play(transactionId, { reveal: 0 })
      if (!revealed.ok || revealed.answer.round.status !== 'Pending') continue
      const before = await balances()
      const results = await Promise.all(
        Array.from({ length: 100 }, () => play(transactionId, { cashOut: true })),
      )
      const [first] = results
      if (!first?.ok) throw new Error('refused')
      const { round } = first.answer
      for (const result of results) expect(result).toMatchObject({ ok: true, answer: { round } })
      expect(results.filter((result) => result.ok && result.answer.balances)).toHaveLength(1)
      expect((await balances()).win).toBe(before.win + first.answer.round.payout)
      return
    }
  })

  test('RACE-21 moves of one moment are each stored once, in one order', async () => {
    const { transactionId } = await accepted({ gameId: 2, stake: fkr(10) })
    await Promise.all(
      Array.from({ length: 25 }, (_, cell) => play(transactionId, { reveal: cell })),
    )
    const { moves } = await one(
      db.database.rows<{ moves: Move[] }>(
        sql`select moves from ledger.rounds where player_id = $1`,
        [player],
      ),
    )
    expect(new Set(moves.map((move) => JSON.stringify(move))).size).toBe(moves.length)
  })
})

describe('while another process has not committed', () => {
  /** What two processes answer: the second is asked before the first commits. */
  async function bothOf<A, B>(
    first: (by: BetDeps) => Promise<A>,
    second: () => Promise<B>,
  ): Promise<[A, B]> {
    const before = Promise.withResolvers<A>()
    const holder = {
      by: db.database,
      async first({ rows }: Queryable) {
        const database = { ...db.database, rows }
        before.resolve(await first({ ...deps, database, ledger: roundLedger(database, seeds) }))
      },
    }
    const after = await waitBehind(db, holder, second)
    return [await before.promise, after]
  }

  test('a bet waits, and has what is left', async () => {
    player = await makePlayer(db, { deposit: fkr(15) })
    const stake = { player, stake: fkr(10) }
    const [first, second] = await bothOf(
      (by) => placeBet(by, { ...stake, gameId: 1 }, null),
      () => placeBet(deps, { ...stake, gameId: 3 }, null),
    )
    expect(first).toMatchObject({ ok: true })
    expect(second).toMatchObject({ code: 'insufficientFunds' })
  })

  test('a move waits, and answers the round as the first one left it', async () => {
    const { transactionId } = await accepted({ gameId: 3 })
    const spin = (by: BetDeps) =>
      playMove(by, { player, transactionId, move: { spin: true } }, null)
    const [first, second] = await bothOf(spin, () => spin(deps))
    if (!first.ok || !second.ok) throw new Error('refused')
    expect(second.answer.round).toEqual(first.answer.round)
    expect(first.answer.balances).toBeDefined()
    expect(second.answer.balances).toBeUndefined()
  })
})

describe('a round that is being played', () => {
  const reveal = (cell: number): Move => ({ reveal: cell })
  /** Three cells of the round that are no mines. */
  async function safeCells(transactionId: string): Promise<number[]> {
    const rows = await db.owner.rows<{ round: unknown }>(
      sql`select ledger.round_record($1, $2) as round`,
      [player, parseTransactionId(transactionId)?.id],
    )
    const round = replayStored(parseStoredRound(rows[0]?.round, seeds))
    const isSafe = (cell: number) => {
      const played = judgeMove(round, reveal(cell))
      return played.ok && outcomeOf(played.round) === null
    }
    return Array.from({ length: 25 }, (_, cell) => cell)
      .filter(isSafe)
      .slice(0, 3)
  }
  /** The deps of another process, and how often these look at a round before a move. */
  function watched() {
    const ledger = roundLedger(db.database, seeds)
    let looks = 0
    const readRound: typeof ledger.readRound = (values) => {
      looks += 1
      return ledger.readRound(values)
    }
    return { deps: { ...deps, ledger: { ...ledger, readRound } }, looks: () => looks }
  }

  test('answers a repeated move to the letter: its members keep their order', async () => {
    const range = (transactionId: string) =>
      play(transactionId, { choice: 'range', from: 1 }, key('m'))
    let { transactionId } = await accepted()
    let made = await range(transactionId)
    // One board in six shows no number of the range, which then can't be chosen.
    while (!made.ok) {
      await draw(transactionId)
      transactionId = (await accepted()).transactionId
      made = await range(transactionId)
    }
    const again = await range(transactionId)
    if (!again.ok) throw new Error(`refused: ${again.code}`)
    const text = ({ moves, receipt }: RoundView) => JSON.stringify([moves, receipt.facts])
    expect(text(again.answer.round)).toBe(text(made.answer.round))
  })

  test('needs no look before a move, and one before anything else', async () => {
    const here = watched()
    const placed = await placeBet(here.deps, { player, gameId: 2, stake: fkr(10) }, null)
    if (!placed.ok) throw new Error('refused')
    const { transactionId } = placed.answer
    const [a = 0, b = 0] = await safeCells(transactionId)
    const move = (move: Move, idempotency: ReturnType<typeof key> | null = null) =>
      playMove(here.deps, { player, transactionId, move }, idempotency)
    const first = await move(reveal(a), key('a'))
    expect(await move(reveal(b))).toMatchObject({
      ok: true,
      answer: { round: { moves: [reveal(a), reveal(b)] } },
    })
    expect(here.looks()).toBe(0)
    expect(await move(reveal(a), key('a'))).toEqual(first)
    expect(await move({ cashOut: true }, key('a', 'other'))).toMatchObject({ code: 'keyReused' })
    expect(await move(reveal(b))).toMatchObject({
      ok: true,
      answer: { round: { status: 'Pending' } },
    })
    expect(here.looks()).toBe(2)
    expect(await move({ cashOut: true })).toMatchObject({
      ok: true,
      answer: { round: { status: 'Win' } },
    })
    expect(await move({ cashOut: true })).toMatchObject({
      ok: true,
      answer: { round: { status: 'Win' } },
    })
    expect(await move(reveal(24))).toMatchObject({ code: 'roundOver' })
  })

  test('is the same in two processes', async () => {
    const [here, there] = [watched(), watched()]
    const placed = await placeBet(here.deps, { player, gameId: 2, stake: fkr(10) }, null)
    if (!placed.ok) throw new Error('refused')
    const { transactionId } = placed.answer
    const [a = 0, b = 0, c = 0] = await safeCells(transactionId)
    const move = (at: typeof here, move: Move) =>
      playMove(at.deps, { player, transactionId, move }, null)
    await move(here, reveal(a))
    await move(there, reveal(b))
    // What is known here is one move short by now.
    expect(await move(here, reveal(c))).toMatchObject({
      ok: true,
      answer: { round: { moves: [reveal(a), reveal(b), reveal(c)] } },
    })
    const end = await move(there, { cashOut: true })
    expect(end).toMatchObject({ ok: true, answer: { round: { status: 'Win' } } })
    expect(await move(here, reveal(24))).toMatchObject({ code: 'roundOver' })
    expect(await move(here, { cashOut: true })).toMatchObject({
      answer: { round: end.ok && end.answer.round },
    })
    expect((await balances()).deposit).toBe(99_000n)
  })
})

describe('epochs', () => {
  test('end by rotation; the seed is revealed when the last open round has ended', async () => {
    expect(await rotateSeed(deps, player)).toMatchObject({
      answer: { rotation: { revealed: null, fairness: { epoch: 0 } } },
    })
    const { transactionId } = await accepted()
    const before = await readFairness(deps, player)
    expect(await rotateSeed(deps, player)).toMatchObject({
      answer: { rotation: { revealed: null, fairness: { epoch: 1, nonce: 0 } } },
    })
    await draw(transactionId)
    const after = await readFairness(deps, player)
    expect(after.epochCommitment).toBe(before.nextEpochCommitment)
    expect(after.ended).toMatchObject([{ epoch: 0, commitment: before.epochCommitment, rounds: 1 }])
    expect(after.ended[0]?.seed).toMatch(/^[0-9a-f]{64}$/)
    const proof = await readProof(deps, transactionId)
    expect(proof).toMatchObject({ answer: { epochSeed: after.ended[0]?.seed } })
  })

  test('are answered a page at a time, the newest first; a cursor that is not ours is refused', async () => {
    await db.owner.rows(
      sql`
      insert into ledger.epochs (player_id, epoch, seed)
      select $1, n, sha256(int4send(n)) from generate_series(2, 46) n`,
      [player],
    )
    await db.owner.rows(sql`update ledger.wallets set epoch = 45 where player_id = $1`, [player])
    let most = 0
    const counting: Queryable = {
      async rows<R extends object>(statement: Statement, values?: readonly unknown[]) {
        const rows = await db.database.rows<R>(statement, values)
        most = Math.max(most, rows.length)
        return rows
      },
    }
    const read = async (cursor?: string) => {
      const page = await listFairness({ database: counting, seeds }, { player, cursor, limit: 20 })
      if (!page.ok) throw new Error(page.code)
      const { fairness, next } = page.answer
      return { epochs: fairness.ended.map(({ epoch }) => epoch), next, at: fairness.epoch }
    }
    const first = await read()
    expect(first.epochs).toEqual(Array.from({ length: 20 }, (_, n) => 25 + n))
    const second = await read(first.next)
    expect(second.epochs).toEqual(Array.from({ length: 20 }, (_, n) => 5 + n))
    expect(await read(second.next)).toEqual({ epochs: [0, 1, 2, 3, 4], next: undefined, at: 45 })
    // A page, the one that shows that there are more, the current epoch and the next.
    expect(most).toBe(23)
    for (const cursor of ['-1', '1e3', '99999999999', 'a'])
      expect(await listFairness(deps, { player, cursor, limit: 20 })).toMatchObject({
        code: 'malformed',
      })
    // A bet under an old commitment answers the first page alone.
    const stale = await bet({ commitment: 'ab'.repeat(32) })
    expect(stale).toMatchObject({ data: { fairness: { ended: { length: 20 } } } })
  })

  test('of a generation that began after 2038 are answered', async () => {
    const generation = Date.UTC(2040) / 1000
    await db.owner.rows(sql`insert into ledger.generations (generation) values ($1)`, [generation])
    await db.owner.rows(
      sql`update ledger.epochs set voided_in = $2, voided_from = 0 where player_id = $1`,
      [player, generation],
    )
    await db.owner.rows(
      sql`
      insert into ledger.epochs (player_id, epoch, seed, generation)
      values ($1, 2, sha256('2'), $2), ($1, 3, sha256('3'), $2)`,
      [player, generation],
    )
    await db.owner.rows(sql`update ledger.wallets set epoch = 2 where player_id = $1`, [player])
    expect(await readFairness(deps, player)).toMatchObject({
      generation,
      ended: [{ voided: { in: generation } }, { voided: { in: generation } }],
    })
  })

  test('have a thousand nonces', async () => {
    await db.owner.rows(sql`update ledger.wallets set nonce = 999 where player_id = $1`, [player])
    const { round } = await accepted()
    expect(round.nonce).toBe(999)
    expect(await balances()).toMatchObject({ epoch: 1, nonce: 0 })
  })
})

test('a game that is switched off takes no bet, and lets its open rounds finish', async () => {
  const { transactionId } = await accepted()
  await db.owner.rows(sql`update ledger.games set is_live = false where game = 1`)
  try {
    expect(await accepted()).toMatchObject({ transactionId, isResumed: true })
    expect((await draw(transactionId)).status).not.toBe('Pending')
    expect(await bet()).toMatchObject({ ok: false, code: 'gameNotLive' })
  } finally {
    await db.owner.rows(sql`update ledger.games set is_live = true where game = 1`)
  }
})

test('a round left for seven days is finished by the published rule', async () => {
  const { transactionId } = await accepted()
  expect(
    await finishLeftRounds({ ...deps, onError: ({ message }) => expect.unreachable(message) }),
  ).toBe(0)
  await leaveForAWeek(db.owner, player)
  expect(
    await finishLeftRounds({ ...deps, onError: ({ message }) => expect.unreachable(message) }),
  ).toBe(1)
  const proof = await readProof(deps, transactionId)
  expect(proof).toMatchObject({
    ok: true,
    answer: { moves: [{ choice: expect.stringMatching(/even|odd/) }] },
  })
})

test('FAIR-09 settings whose best return reaches the stake are refused, Tic-tac-toe warned of', async () => {
  const [guess, , , ticTacToe] = firstSettings
  const generous = { ...guessRules, extraPays: 250, numberPays: 300 }
  await expect(setGame(db.owner, { ...guess!, rules: generous }, 0)).rejects.toThrow(
    "can't be offered",
  )
  expect(await setGame(db.owner, ticTacToe!, 3)).toContain('Best play returns the stake or more')
})

test('whether the stakes of a game unlock rewards never changes', async () => {
  const changed = { ...firstSettings[0]!, countsAsStaked: false }
  await expect(setGame(db.owner, changed, 0)).rejects.toThrow('never changes')
})

test('the games are listed with what the solver says they return', async () => {
  const games = await listGames({ ...deps, paced: true })
  if (!games.ok) throw new Error('refused')
  const listed = games.answer.map((game) => [
    game.name,
    game.minimumStake,
    game.returns.best.toFixed(6),
  ])
  expect(listed.slice(0, 4)).toEqual([
    ['Guess Number', fkr(5), '0.895633'],
    ['Mines', fkr(10), '0.960632'],
    ['Fruit Slot', fkr(10), '0.968750'],
    ['Tic-Tac-Toe', fkr(5), '1.092708'],
  ])
})
