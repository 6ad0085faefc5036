import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { untilWaiting } from '../../../test/database/until-waiting.ts'
import { waitBehind } from '../../../test/database/wait-behind.ts'
import { sessionLife } from '../../../test/players/accounts.ts'
import {
  type RunningServer,
  type SignedIn,
  startServer,
} from '../../../test/processes/running-server.ts'
import { placeBet } from '../../../test/rounds/play.ts'
import { betCall, movesCall } from '../../../test/rounds/round-calls.ts'
import { seeds } from '../../../test/seeds.ts'
import { connect, sql } from '../../platform/database/database.ts'
import { type Session, SessionUnseen } from '../../platform/http/call.ts'
import { tokenHash } from '../../platform/http/cookies.ts'
import { system } from '../../platform/process/clock.ts'
import { roundLedger } from '../../rounds/round-ledger.ts'
import { findSession, noteSeen } from './find-session.ts'
import { allLive, rememberSessions } from './remember-sessions.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer()
  return () => server.close()
})

/** What the statements of a call select from first, of the ledger and of players. */
async function statementsOf(call: () => Promise<unknown>): Promise<string[]> {
  const rows = vi.spyOn(server.db.database, 'rows')
  await call()
  const texts = rows.mock.calls.map(([{ text }]) => text)
  rows.mockRestore()
  return texts.flatMap((text) => /from ((ledger|players)\.\w+)/.exec(text)?.[1] ?? [])
}

const bet = (player: SignedIn, game: number) =>
  player.post('addTransaction', {
    User_Id: player.id,
    Amount: -10,
    StatusMsg: 'amtplaced',
    Game_Id: game,
  })
const move = (player: SignedIn, Transaction_Id: string, Move: object = { spin: true }) =>
  player.post('playRound', { User_Id: player.id, Transaction_Id, Move })
const roundsOf = (player: number) =>
  server.db.owner.rows(
    sql`select jsonb_array_length(moves) as moves from ledger.rounds where player_id = $1`,
    [player],
  )
const ended = { status: 401, body: { Status: false } }
const end = (player: number) =>
  server.db.owner.rows(sql`delete from players.sessions where player_id = $1`, [player])

test('after its first call a player’s bets and moves are one statement each', async () => {
  // Rules are read once.
  const before = await server.player()
  for (const game of [1, 2, 3]) await placeBet(before, game)
  const player = await server.player()
  expect(await statementsOf(() => bet(player, 1))).toContain('players.sessions')
  expect(await statementsOf(() => bet(player, 2))).toEqual(['ledger.place_bet'])
  const round = await placeBet(player, 3)
  expect(await statementsOf(() => move(player, round))).toEqual(['ledger.store_moves'])
})

test('SESSION-31 a remembered session that has ended elsewhere places no bet and makes no move', async () => {
  const player = await server.player()
  const round = await placeBet(player, 3)
  const before = await roundsOf(player.id)
  await end(player.id)
  expect(await bet(player, 1)).toMatchObject(ended)
  expect(await move(player, round)).toMatchObject(ended)
  expect(await roundsOf(player.id)).toEqual(before)
})

test('SESSION-31 an answer that asks no statement says nothing after the session’s end', async () => {
  const player = await server.player()
  const round = await placeBet(player, 2)
  const tooEarly = { cashOut: true }
  expect(await move(player, round, tooEarly)).toMatchObject({
    status: 200,
    body: { Status: false },
  })
  await end(player.id)
  expect(await move(player, round, tooEarly)).toMatchObject(ended)
  expect(await move(player, 'fkr-1-unknown')).toMatchObject(ended)
})

test('SESSION-31 one that ended holds up no other: each of the same moment is judged', async () => {
  const players = await Promise.all([1, 2, 3, 4].map(() => server.player()))
  for (const player of players) await bet(player, 1)
  const [first, second] = players
  for (const player of [first, second]) await end(player!.id)
  const statuses = await Promise.all(players.map(async (player) => (await bet(player, 2)).status))
  expect(statuses).toEqual([401, 401, 200, 200])
})

/** Answers what `late` answers after it has waited for a player's row, while the session ended. */
const endMeanwhile = <R>({ id }: SignedIn, late: () => Promise<R>): Promise<R> =>
  waitBehind(
    server.db,
    {
      by: server.db.owner,
      first: (inside) => inside.rows(lockWallets, [id]),
      last: (inside) => inside.rows(sql`delete from players.sessions where player_id = $1`, [id]),
    },
    late,
  )
const lockWallets = sql`select from ledger.wallets where player_id = $1 for no key update`

describe('SESSION-36 by a session that ends while it waits for the player’s row', () => {
  test('no bet is placed, nor as the first call that a process sees of the session', async () => {
    const [known, unknown] = [await server.player(), await server.player()]
    await placeBet(known, 1)
    const before = await roundsOf(known.id)
    expect(await endMeanwhile(known, () => bet(known, 2))).toMatchObject(ended)
    expect(await roundsOf(known.id)).toEqual(before)
    expect(await endMeanwhile(unknown, () => bet(unknown, 2))).toMatchObject(ended)
    expect(await roundsOf(unknown.id)).toEqual([])
  })

  test('no move is made', async () => {
    const player = await server.player()
    const round = await placeBet(player, 3)
    const before = await roundsOf(player.id)
    expect(await endMeanwhile(player, () => move(player, round))).toMatchObject(ended)
    expect(await roundsOf(player.id)).toEqual(before)
  })

  /** Gives the session a newer token while `late` waits, and ends it when `late` waits again. */
  async function endOnSecondWait<R>({ id }: SignedIn, late: () => Promise<R>): Promise<R> {
    const { owner, ownerUrl } = server.db
    const beside = connect(ownerUrl, { connections: 1, onError: () => undefined })
    let isOver = false
    const endBehind = () =>
      beside.transaction(async (inside) => {
        await inside.rows(lockWallets, [id])
        await untilWaiting(server.db, { isOver: () => isOver })
        await inside.rows(sql`delete from players.sessions where player_id = $1`, [id])
      })
    const { answer, ending } = await owner.transaction(async (inside) => {
      await inside.rows(lockWallets, [id])
      const answer = late().finally(() => {
        isOver = true
      })
      await untilWaiting(server.db)
      await owner.rows(unseen['with a newer token'], [id])
      const ending = endBehind()
      await untilWaiting(server.db, { many: 2 })
      return { answer, ending }
    })
    await ending
    await beside.close()
    return answer
  }

  test('no bet is placed and no move made where it is looked up again', async () => {
    const [better, mover] = [await server.player(), await server.player()]
    await placeBet(better, 3)
    const round = await placeBet(mover, 3)
    expect(await endOnSecondWait(better, () => bet(better, 2))).toMatchObject(ended)
    expect(await endOnSecondWait(mover, () => move(mover, round))).toMatchObject(ended)
    expect(await roundsOf(better.id)).toEqual([{ moves: 0 }])
    expect(await roundsOf(mover.id)).toEqual([{ moves: 0 }])
  })

  test('no call of its statement is made', async () => {
    const { session, bet, one, other } = await scene()
    const both = () => settled([bet(one, session(one)), bet(other, session(other))])
    expect(await endMeanwhile(one, both)).toEqual([SessionUnseen, SessionUnseen])
    expect([await roundsOf(one.id), await roundsOf(other.id)]).toEqual([[], []])
  })
})

/** A ledger, and calls of two players: one's session is alive, the other's as a test has it. */
async function scene() {
  const { database } = server.db
  const ledger = roundLedger(database, seeds, { check: allLive(sessionLife) })
  const session = (player: SignedIn): Session & Required<Pick<Session, 'watched'>> => ({
    id: randomUUID(),
    player: player.id,
    tokenHash: tokenHash(Buffer.from(player.cookies.get('sid') ?? '', 'hex')),
    confirmedUntil: null,
    watched: { isLive: false },
  })
  const bet = (player: SignedIn, of?: Session) => ledger.placeBet(betCall(player.id), of)
  const lose = (player: SignedIn, round: string, of?: Session) =>
    ledger.storeMoves(movesCall(player.id, round, { status: 'loss', payout: 0n }), of)
  return { ledger, session, bet, lose, one: await server.player(), other: await server.player() }
}

const settled = async (calls: readonly Promise<unknown>[]) =>
  (await Promise.allSettled(calls)).map((call) =>
    call.status === 'rejected' ? call.reason.constructor : 'made',
  )

/** What makes a session unseen: each is for the look-up to judge. */
const unseen = {
  'that is deleted': sql`delete from players.sessions where player_id = $1`,
  'that is idle': sql`
    update players.sessions set last_seen_at = now() - interval '7201 s' where player_id = $1`,
  'that is too old': sql`
    update players.sessions set created_at = now() - interval '7 days 1 s' where player_id = $1`,
  'with a newer token': sql`
    update players.sessions set old_hash = token_hash, token_hash = sha256(token_hash)
    where player_id = $1`,
}

test.each(Object.entries(unseen))(
  'a session %s: no call of its moment is made',
  async (_, change) => {
    const { session, bet, lose, one, other } = await scene()
    const [ofOne, ofOther] = [session(one), session(other)]
    await server.db.owner.rows(change, [other.id])
    expect(await settled([bet(other, ofOther)])).toEqual([SessionUnseen])
    expect(await settled([bet(one, ofOne), bet(other, ofOther)])).toEqual([
      SessionUnseen,
      SessionUnseen,
    ])
    expect(await roundsOf(one.id)).toEqual([])
    expect([ofOne, ofOther].map(({ watched }) => watched.isLive)).toEqual([false, false])

    expect(await settled([bet(one, ofOne), bet(other)])).toEqual(['made', 'made'])
    expect([ofOne, ofOther].map(({ watched }) => watched.isLive)).toEqual([true, false])
    const [round, others] = await server.db.owner.rows<{ id: string }>(
      sql`select round_id as id from ledger.rounds where player_id = any($1) order by player_id`,
      [[one.id, other.id]],
    )
    const [mine, theirs] = one.id < other.id ? [round!.id, others!.id] : [others!.id, round!.id]
    expect(await settled([lose(other, theirs, ofOther)])).toEqual([SessionUnseen])
    expect(await settled([lose(one, mine, ofOne), lose(other, theirs, ofOther)])).toEqual([
      SessionUnseen,
      SessionUnseen,
    ])
    expect(await settled([lose(one, mine, ofOne), lose(other, theirs)])).toEqual(['made', 'made'])
  },
)

test('a bet by an old token goes on for as long as the look-up lets it', async () => {
  const player = await server.player()
  await placeBet(player, 1)
  await server.db.owner.rows(unseen['with a newer token'], [player.id])
  expect(await bet(player, 2)).toMatchObject({ status: 200, body: { Status: true } })
  await server.db.owner.rows(
    sql`update players.sessions set old_until = now() where player_id = $1`,
    [player.id],
  )
  expect(await bet(player, 3)).toMatchObject(ended)
})

test('an old and a new token of one session are both looked at', async () => {
  const { session, bet, one } = await scene()
  const old = session(one)
  await server.db.owner.rows(unseen['with a newer token'], [one.id])
  const newest = { ...session(one), tokenHash: tokenHash(old.tokenHash) }
  expect(await settled([bet(one, old), bet(one, newest)])).toEqual([SessionUnseen, SessionUnseen])
  expect(await settled([bet(one, newest)])).toEqual(['made'])
})

test('a call whose statement can’t look at the session goes by no remembered one', async () => {
  const { session, one } = await scene()
  const { placeBet } = roundLedger(server.db.database, seeds)
  await expect(placeBet(betCall(one.id), session(one))).rejects.toThrow(SessionUnseen)
})

const longAgo = sql`
  update players.sessions set last_seen_at = now() - interval '10 minutes' where player_id = $1`
const isNoted = async (player: number) => {
  const [row] = await server.db.owner.rows<{ noted: boolean }>(
    sql`select last_seen_at > now() - interval '1 minute' as noted
        from players.sessions where player_id = $1`,
    [player],
  )
  return row?.noted
}

test('a bet by a session that is remembered notes that it was seen', async () => {
  const player = await server.player()
  await placeBet(player, 1)
  await server.db.owner.rows(longAgo, [player.id])
  const later = system.elapsedMs() + 60_000
  const clock = vi.spyOn(system, 'elapsedMs').mockImplementation(() => later)
  await bet(player, 2)
  clock.mockRestore()
  await expect.poll(() => isNoted(player.id)).toBe(true)
})

test('a remembered session is noted as seen once a minute, and again after a failure', async () => {
  const player = await server.player()
  const token = tokenHash(Buffer.from(player.cookies.get('sid') ?? '', 'hex'))
  let elapsedMs = 0
  let isDown = false
  const note = noteSeen(server.db.database)
  const noted: Promise<unknown>[] = []
  const errors: unknown[] = []
  const sessions = rememberSessions({
    find: findSession(server.db.database, sessionLife),
    noteSeen: (id) => {
      const noting = isDown ? Promise.reject(new Error('down')) : note(id)
      noted.push(noting.catch(() => undefined))
      return noting
    },
    onError: (error) => void errors.push(error),
    surroundings: { elapsedMs: () => elapsedMs },
  })
  await sessions.find(token)
  const seenAfter = async (ms: number) => {
    elapsedMs += ms
    await server.db.owner.rows(longAgo, [player.id])
    const session = sessions.recall(token)
    if (session) sessions.seen(session)
    await Promise.all(noted)
    return isNoted(player.id)
  }
  expect(await seenAfter(59_999)).toBe(false)
  expect(await seenAfter(1)).toBe(true)
  expect(await seenAfter(59_999)).toBe(false)
  isDown = true
  expect(await seenAfter(1)).toBe(false)
  expect(errors).toHaveLength(1)
  isDown = false
  expect(await seenAfter(0)).toBe(true)
})
