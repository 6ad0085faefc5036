import type { PlayerId } from '@pipkin/contract/schemas'
import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../../test/database/fresh-database.ts'
import { secondPool } from '../../../test/database/second-pool.ts'
import { untilWaiting } from '../../../test/database/until-waiting.ts'
import { leaveForAWeek } from '../../../test/players/leave-for-a-week.ts'
import { passTime } from '../../../test/players/pass-time.ts'
import { makePlayer, setCatalogue } from '../../../test/players/player.ts'
import type { Register } from '../../../test/players/register.ts'
import { registerForTest } from '../../../test/players/register-for-test.ts'
import { openAccount, openSession } from '../../../test/players/signed-in.ts'
import { betDeps } from '../../../test/rounds/bet-deps.ts'
import { endRounds } from '../../../test/rounds/end-rounds.ts'
import { playRules } from '../../../test/rounds/play-rules.ts'
import { seeds } from '../../../test/seeds.ts'
import { type Database, one, sql } from '../../platform/database/database.ts'
import { system } from '../../platform/process/clock.ts'
import { createLog } from '../../platform/process/log.ts'
import { finishLeftRounds } from '../../rounds/finish-left-rounds.ts'
import { type BetDeps, placeBet } from '../../rounds/place-bet.ts'
import { playMove } from '../../rounds/play-move.ts'
import { playBeginner } from './begin-play.ts'
import { endPlays } from './end-plays.ts'

/** One operator at a time: what the register is asked of play, and what bets do meanwhile. */

let db: TestDatabase
let register: Register
let player: PlayerId
beforeAll(async () => {
  db = await freshDatabase()
  await setCatalogue(db)
})
afterAll(() => db.close())
beforeEach(async () => {
  register = await registerForTest()
  // The sweep is for all players.
  await db.owner.rows(sql`delete from ledger.plays`)
  player = await makePlayer(db, { deposit: fkr(1_000) })
  await openAccount(db, player)
  await openSession(db, player)
})

const log = createLog('silent')
const registerDeps = (database: Database) => ({
  database,
  config: { registerUrl: register.url },
  log,
})
/** An API process by a profile. */
const processOn = (database = db.database, profile = 'de', fkrIs = '0.01 EUR'): BetDeps => ({
  ...betDeps(database),
  profile: playRules(profile, fkrIs),
  beginPlay: playBeginner(registerDeps(database), 5),
})
const bet = (deps: BetDeps, gameId = 2, stake = fkr(10)) =>
  placeBet(deps, { player, gameId, stake }, null)
const sweep = () => endPlays(registerDeps(db.database), 30)
const pass = (time: string) => passTime(db, player, time)

/** What the register was sent about plays: the act, and the play's number from 1. */
function acts(): string[] {
  const plays = register.asked.map((said) => Object(said).play).filter(Boolean)
  const ids = [...new Set(plays.map(({ id }) => id))]
  return plays.map(({ id, act }) => `${act} ${ids.indexOf(id) + 1}`)
}
const free = { excluded: false, playsElsewhere: false }
const staked = async () =>
  (
    await one(
      db.owner.rows<{ bets: number }>(
        sql`select count(*)::int as bets from ledger.movements
          where player_id = $1 and kind = 'stake'`,
        [player],
      ),
    )
  ).bets

test('the first bet of a play asks, by person and play; the bets after it do not', async () => {
  const api = processOn()
  for (const game of [1, 2, 3, 4]) expect(await bet(api, game)).toMatchObject({ ok: true })
  expect(register.asked).toEqual([
    {
      ...{ name: 'Meera Nair', birthDate: null, mobile: expect.any(String) },
      play: { id: expect.any(String), act: 'begin' },
    },
  ])
})

test('who plays elsewhere stakes nothing, and may come back', async () => {
  const api = processOn()
  register.does({ excluded: false, playsElsewhere: true })
  expect(await bet(api)).toMatchObject({ ok: false, code: 'playsElsewhere' })
  expect(await staked()).toBe(0)
  // No play began there, so none is ended; the next one has another id.
  await sweep()
  register.does(free)
  expect(await bet(api)).toMatchObject({ ok: true })
  expect(acts()).toEqual(['begin 1', 'begin 2'])
})

test('a register that is silent lets no play begin; what it may have begun is asked again', async () => {
  const api = processOn()
  for (const act of [
    { excluded: false },
    { excluded: false, playsElsewhere: 'no' },
    (_: unknown, response: { writeHead(status: number): { end(): void } }) =>
      response.writeHead(500).end(),
    // It has heard, and its answer is lost.
    (request: { destroy(): void }) => request.destroy(),
  ]) {
    register.does(act)
    expect(await bet(api)).toMatchObject({ ok: false, code: 'registerSilent' })
  }
  expect(await staked()).toBe(0)
  register.does(free)
  expect(await bet(api)).toMatchObject({ ok: true })
  expect(acts()).toEqual(Array(5).fill('begin 1'))
})

test('a yes that was lost with its process has an end, where no bet comes again', async () => {
  register.does((request) => request.destroy())
  await bet(processOn())
  register.does(free)
  await pass('29 minutes')
  await sweep()
  expect(acts()).toEqual(['begin 1'])
  await pass('1 minute')
  await sweep()
  expect(acts()).toEqual(['begin 1', 'end 1'])
  // It had no stake, so the next play needn't wait.
  expect(await bet(processOn())).toMatchObject({ ok: true })
  expect(acts()).toEqual(['begin 1', 'end 1', 'begin 2'])
})

test('SAFER-17 of many bets over two processes each asks once, for the same play', async () => {
  const second = secondPool(db.url, 4)
  const apis = [processOn(), processOn(second)]
  const bets = await Promise.all(
    Array.from({ length: 40 }, (_, index) => bet(apis[index % 2]!, 1 + (index % 4))),
  )
  expect(bets.map(({ ok }) => ok)).toEqual(Array(40).fill(true))
  expect(await staked()).toBe(4)
  expect(acts().length).toBeLessThanOrEqual(2)
  expect(new Set(acts())).toEqual(new Set(['begin 1']))
})

test('the register is asked outside any database transaction, and an open round goes on without it', async () => {
  const api = processOn()
  await bet(api, 3)
  await pass('30 minutes')
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: looked, resolve: look } = Promise.withResolvers<void>()
  register.does(async (_: unknown, response: { end(text: string): void }) => {
    arrive()
    await looked
    response.end(JSON.stringify(free))
  })
  expect(await bet(api, 3)).toMatchObject({ ok: true, answer: { isResumed: true } })
  const betting = bet(api, 2)
  await arrived
  const { held } = await one(
    db.owner.rows<{ held: number }>(
      sql`select count(*)::int as held from pg_stat_activity
        where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`,
    ),
  )
  look()
  expect(held).toBe(0)
  expect(await betting).toMatchObject({ ok: true })
})

/** Bets on tic-tac-toe; its round stays open for some moves. */
async function openRound(api: BetDeps): Promise<string> {
  const placed = await bet(api, 4)
  if (!placed.ok) throw new Error(placed.code)
  return placed.answer.transactionId
}
const move = (
  api: BetDeps,
  transactionId: string,
  cell = 0,
  key: Parameters<typeof playMove>[2] = null,
) => playMove(api, { player, transactionId, move: { cell } }, key)
const movesMade = async () =>
  (
    await one(
      db.owner.rows<{ made: number }>(
        sql`select sum(jsonb_array_length(moves))::int as made from ledger.rounds
          where player_id = $1`,
        [player],
      ),
    )
  ).made

/** Ends the rounds as lost. */
const loseRounds = () => endRounds(db.owner, player, 'loss')

test('a play ends half an hour after its last move', async () => {
  const api = processOn()
  const round = await openRound(api)
  await pass('20 minutes')
  expect(await move(api, round)).toMatchObject({ ok: true })
  await pass('29 minutes')
  await sweep()
  expect(await bet(api, 1)).toMatchObject({ ok: true })
  expect(acts()).toEqual(['begin 1'])
  await pass('30 minutes')
  await sweep()
  expect(acts()).toEqual(['begin 1', 'end 1'])
})

test('SAFER-19 a move after the end of its play waits for the register, as a bet does', async () => {
  // One process knows the round, the other reads it.
  for (const [knows, other] of [
    [processOn(), null],
    [processOn(), processOn()],
  ] as const) {
    player = await makePlayer(db, { deposit: fkr(1_000) })
    await openAccount(db, player)
    await openSession(db, player)
    const round = await openRound(knows)
    const api = other ?? knows
    await pass('30 minutes')
    register.does({ excluded: false, playsElsewhere: true })
    expect(await move(api, round)).toMatchObject({ ok: false, code: 'playsElsewhere' })
    register.does({ excluded: false })
    expect(await move(api, round)).toMatchObject({ ok: false, code: 'registerSilent' })
    register.does(free)
    await sweep()
    expect(await move(api, round)).toMatchObject({ ok: false, code: 'playJustEnded' })
    expect(await movesMade()).toBe(0)
    await pass('5 minutes')
    expect(await move(api, round)).toMatchObject({ ok: true })
    expect(await movesMade()).toBe(1)
  }
  expect(acts()).toEqual([
    ...['begin 1', 'begin 1', 'begin 1', 'end 1', 'begin 2'],
    ...['begin 3', 'begin 3', 'begin 3', 'end 3', 'begin 4'],
  ])
})

test('a move that was made is answered again without the register', async () => {
  const api = processOn()
  const round = await openRound(api)
  const key = { key: 'once', inputHash: Buffer.alloc(32) }
  expect(await move(api, round, 0, key)).toMatchObject({ ok: true })
  await pass('30 minutes')
  register.does({ excluded: false, playsElsewhere: true })
  expect(await move(api, round, 0, key)).toMatchObject({ ok: true })
  expect(await move(processOn(), round, 0)).toMatchObject({ ok: true })
  expect(acts()).toEqual(['begin 1'])
})

test('on a break an open round may be ended in its play, which then ends', async () => {
  const api = processOn()
  const round = await openRound(api)
  await db.owner.rows(sql`select ledger.take_break($1, 'timeout', '24 hours')`, [player])
  await pass('1 minute')
  await sweep()
  expect(await move(api, round)).toMatchObject({ ok: true })
  expect(await bet(api, 1)).toMatchObject({ code: 'onBreak' })
  expect(acts()).toEqual(['begin 1'])
  await loseRounds()
  await pass('1 minute')
  await sweep()
  expect(acts()).toEqual(['begin 1', 'end 1'])
})

test('a round that is left open on a break outlives its play, and begins another', async () => {
  const api = processOn()
  const round = await openRound(api)
  await db.owner.rows(sql`select ledger.take_break($1, 'timeout', '24 hours')`, [player])
  await pass('30 minutes')
  await sweep()
  expect(acts()).toEqual(['begin 1', 'end 1'])
  await pass('5 minutes')
  expect(await move(api, round)).toMatchObject({ ok: true })
  expect(acts()).toEqual(['begin 1', 'end 1', 'begin 2'])
})

test.each([
  { excluded: true, until: null, playsElsewhere: false },
  // It leaves `playsElsewhere` out.
  { excluded: true },
])('whom it names as excluded by %j may end an open round, and bets nothing', async (said) => {
  const api = processOn()
  const round = await openRound(api)
  await pass('30 minutes')
  register.does(said)
  const first = await move(api, round)
  expect(first).toMatchObject({ ok: true })
  // The next isn't asked about.
  register.does({ excluded: false })
  const cell = first.ok ? Object(first.answer.round.view).board.indexOf(null) : 0
  expect(await move(api, round, cell)).toMatchObject({ ok: true })
  expect(await bet(api, 1)).toMatchObject({ code: 'onBreak' })
  expect(acts()).toEqual(['begin 1', 'begin 1'])
})

test('the register is not asked for a round that the house finishes', async () => {
  await openRound(processOn())
  await pass('30 minutes')
  await sweep()
  await leaveForAWeek(db.owner, player)
  const worker = { database: db.worker, surroundings: system, seeds, onError: () => undefined }
  expect(await finishLeftRounds(worker)).toBe(1)
  expect(acts()).toEqual(['begin 1', 'end 1'])
})

test('the register is not asked for a bet that is refused anyway', async () => {
  const api = processOn()
  expect(await bet(api, 9)).toMatchObject({ code: 'gameNotLive' })
  await db.owner.rows(sql`select ledger.take_break($1, 'timeout', '24 hours')`, [player])
  expect(await bet(api)).toMatchObject({ code: 'onBreak' })
  player = await makePlayer(db, { deposit: fkr(5) })
  expect(await bet(api)).toMatchObject({ code: 'insufficientFunds' })
  expect(register.asked).toEqual([])
})

test('whom it names as excluded is, by the bet that asked', async () => {
  register.does({ excluded: true, until: null, playsElsewhere: false })
  expect(await bet(processOn())).toMatchObject({ code: 'onBreak' })
  // The play may have begun there, so it is ended.
  register.does(free)
  await pass('1 minute')
  await sweep()
  expect(acts()).toEqual(['begin 1', 'end 1'])
})

test('a play ends half an hour after its last bet, and the next waits five minutes', async () => {
  const api = processOn()
  await bet(api, 1)
  await pass('20 minutes')
  await bet(api, 2)
  await pass('29 minutes')
  await sweep()
  expect(await bet(api, 3)).toMatchObject({ ok: true })
  expect(acts()).toEqual(['begin 1'])
  await pass('30 minutes')
  await sweep()
  expect(acts()).toEqual(['begin 1', 'end 1'])
  await pass('4 minutes')
  // The profile's hour is over too; that is another matter.
  await db.owner.rows(sql`update ledger.wallets set looked_at = now()`)
  expect(await bet(api, 4)).toMatchObject({
    code: 'playJustEnded',
    parts: { from: expect.stringMatching(/UTC$/) },
  })
  expect(register.asked).toHaveLength(2)
  await pass('1 minute')
  expect(await bet(api, 4)).toMatchObject({ ok: true })
  expect(acts()).toEqual(['begin 1', 'end 1', 'begin 2'])
})

test('a yes runs out half an hour after the last bet, though no sweep has come', async () => {
  const api = processOn()
  await bet(api, 1)
  await pass('25 minutes')
  await bet(api, 2)
  expect(acts()).toEqual(['begin 1'])
  await pass('30 minutes')
  register.does({ excluded: false, playsElsewhere: true })
  expect(await bet(api, 3)).toMatchObject({ code: 'playsElsewhere' })
  expect(acts()).toEqual(['begin 1', 'begin 1'])
})

test.each([
  ['a break', sql`select ledger.take_break($1, 'timeout', '24 hours')`],
  ['a log-out', sql`delete from players.sessions where player_id = $1`],
])('a play ends within a minute of %s', async (_, act) => {
  await bet(processOn())
  await loseRounds()
  await db.owner.rows(act, [player])
  await pass('1 minute')
  await sweep()
  expect(acts()).toEqual(['begin 1', 'end 1'])
})

test('SAFER-18 a log-in asks anew, for the same play: no log-in brings back what has run out', async () => {
  const api = processOn()
  await bet(api, 1)
  await pass('30 minutes')
  await openSession(db, player)
  await bet(api, 2)
  expect(acts()).toEqual(['begin 1', 'begin 1'])
})

test('a step that is held up ends no other play, and says that there is more', async () => {
  await bet(processOn())
  const first = player
  player = await makePlayer(db, { deposit: fkr(1_000) })
  await bet(processOn())
  const second = player
  for (player of [first, second]) await pass('30 minutes')
  const { step } = await db.owner.transaction(async (holder) => {
    await holder.rows(sql`select from ledger.wallets where player_id = $1 for update`, [first])
    const step = db.database.rows(sql`select ledger.end_plays(30) as "goesOn"`)
    await untilWaiting(db, { forMs: 60 })
    return { step }
  })
  expect(await step).toEqual([{ goesOn: true }])
  const open = sql`select player_id as player from ledger.plays where ended_at is null`
  expect(await db.owner.rows(open)).toEqual([{ player: second }])
  await sweep()
  expect(await db.owner.rows(open)).toEqual([])
})

test('an end is sent until it is heard, once by two processes, and holds up no other', async () => {
  const api = processOn()
  await bet(api)
  await pass('30 minutes')
  register.does((_, response) => response.writeHead(500).end())
  await sweep()
  await sweep()
  expect(acts()).toEqual(['begin 1', 'end 1'])
  register.does(free)
  const later = sql`update ledger.plays set tried_at = tried_at - interval '10 seconds'`
  await db.owner.rows(later)
  await Promise.all([sweep(), sweep()])
  expect(acts()).toEqual(['begin 1', 'end 1', 'end 1'])
  await db.owner.rows(later)
  await sweep()
  expect(acts()).toHaveLength(3)
})

test('a yes that comes after the end begins nothing, and the end is sent again', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  register.does(async (_: unknown, response: { end(text: string): void }) => {
    arrive()
    await ended
    response.end(JSON.stringify(free))
  })
  const betting = bet(processOn())
  await arrived
  await db.owner.rows(sql`delete from players.sessions where player_id = $1`, [player])
  await pass('1 minute')
  register.does(free)
  await sweep()
  end()
  expect(await betting).toMatchObject({ ok: false, code: 'registerSilent' })
  expect(await staked()).toBe(0)
  await db.owner.rows(sql`update ledger.plays set tried_at = tried_at - interval '10 seconds'`)
  await sweep()
  expect(acts()).toEqual(['begin 1', 'end 1', 'end 1'])
})

test('another profile asks at once in a session that runs, and one without the rule ends plays', async () => {
  const rules = [db.database, 'standard', '0.01 EUR'] as const
  await bet(processOn(...rules), 1)
  expect(acts()).toEqual([])
  await bet(processOn(), 2)
  expect(acts()).toEqual(['begin 1'])
  await pass('1 minute')
  await endPlays(registerDeps(db.database), 0)
  expect(acts()).toEqual(['begin 1', 'end 1'])
  expect(await bet(processOn(...rules), 3)).toMatchObject({ ok: true })
})

test('a restore ends every play, also one whose end the register heard in the lost time', async () => {
  const api = processOn()
  const round = await openRound(api)
  await pass('30 minutes')
  await sweep()
  // The database is as it was before that.
  await db.owner.rows(sql`update ledger.plays set ended_at = null, is_reported = false`)
  await db.owner.rows(
    sql`update ledger.wallets set play_granted_at = now(), played_at = now() where player_id = $1`,
    [player],
  )
  await db.operator.rows(sql`select operator.after_restore('Asha', 'the backup of Friday')`)
  await openSession(db, player)
  await db.owner.rows(sql`update ledger.plays set tried_at = '-infinity'`)
  await sweep()
  expect(acts()).toEqual(['begin 1', 'end 1', 'end 1'])
  // The house finishes what was open then.
  expect(await move(processOn(), round)).toMatchObject({ ok: true })
  expect(await bet(processOn())).toMatchObject({ code: 'playJustEnded' })
  await pass('5 minutes')
  expect(await bet(processOn())).toMatchObject({ ok: true })
  expect(acts()).toEqual(['begin 1', 'end 1', 'end 1', 'begin 2'])
})

test.each(['standard', 'uk', 'se', 'on', 'nl', 'mt'])(
  '%s asks nothing of play',
  async (profile) => {
    const currency = { uk: 'GBP', on: 'CAD' }[profile] ?? 'EUR'
    expect(await bet(processOn(db.database, profile, `0.01 ${currency}`))).toMatchObject({
      ok: true,
    })
    expect(register.asked).toEqual([])
  },
)
