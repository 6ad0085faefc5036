import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sessionLife } from '../../test/players/accounts.ts'
import { fund } from '../../test/players/player.ts'
import {
  type RunningServer,
  type SignedIn,
  startServer,
} from '../../test/processes/running-server.ts'
import { placeBet, playSlot } from '../../test/rounds/play.ts'
import { one, sql } from '../platform/database/database.ts'
import { tokenHash } from '../platform/http/cookies.ts'
import type { EventStream } from '../platform/http/event-stream.ts'
import { createLiveStreams, type LiveStreams } from './live-streams.ts'

let server: RunningServer
let live: LiveStreams
let player: SignedIn
let friend: SignedIn
let nowMs = 0
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  player = await server.player()
  friend = await server.player()
  nowMs = 0
  live = createLiveStreams({
    database: server.db.database,
    surroundings: { elapsedMs: () => nowMs, randomInt: (least) => least },
    life: sessionLife,
  })
})

interface Heard extends EventStream {
  events: string[]
  /** What caused the events. */
  causes: unknown[]
  isOpen: boolean
}

const sessionOf = (of: SignedIn) => ({
  id: 'not looked at',
  player: of.id,
  tokenHash: tokenHash(Buffer.from(of.cookies.get('sid')!, 'hex')),
  confirmedUntil: null,
})

/** A stream that keeps what it is sent. */
function listen(of: SignedIn): Heard {
  const heard: Heard = {
    events: [],
    causes: [],
    isOpen: true,
    send(event, cause) {
      heard.events.push(event)
      heard.causes.push(cause)
    },
    beat: () => void heard.events.push(':'),
    onClose: (listener) => {
      heard.end = () => {
        heard.isOpen = false
        listener()
      }
    },
    end: () => undefined,
  }
  expect(live.accept(sessionOf(of), () => heard)).toBeNull()
  return heard
}

/** What a stream hears in a look, in order of names. */
async function look(heard: Heard): Promise<string[]> {
  heard.events = []
  await live.look()
  return heard.events.toSorted()
}

/** A stream that has heard of what was before. */
async function settled(of: SignedIn): Promise<Heard> {
  const heard = listen(of)
  await live.look()
  return heard
}

test('SESSION-14 the player it happens to hears of it, once, and no other does', async () => {
  const [own, theirs] = [await settled(player), await settled(friend)]
  await live.look()
  theirs.events = []
  await playSlot(player)
  expect(await look(own)).toEqual(['balance'])
  expect(await look(own)).toEqual([])
  expect(theirs.events).toEqual([])
})

test('a round that pays nothing is announced as well', async () => {
  const heard = await settled(player)
  await placeBet(player, 3)
  expect(await look(heard)).toEqual(['balance'])
  await server.db.owner.rows(
    sql`
      update ledger.rounds set status = 'loss', settled_at = now()
      where player_id = $1`,
    [player.id],
  )
  expect(await look(heard)).toEqual(['balance'])
  expect(await look(heard)).toEqual([])
})

test('what was received is announced to the receiver, what was sent to the sender', async () => {
  const [own, theirs] = [await settled(player), await settled(friend)]
  await player.post('walletTransfer', {
    senderId: player.id,
    transferAmount: 5,
    receiverId: friend.id,
  })
  theirs.events = []
  expect(await look(own)).toEqual(['balance'])
  expect(theirs.events.toSorted()).toEqual(['balance', 'notice', 'received'])
})

test('a hint names the rounds that alone caused it', async () => {
  const heard = await settled(player)
  heard.causes = []
  const bet = await placeBet(player, 3)
  await live.look()
  const move = { User_Id: player.id, Transaction_Id: bet, Move: { spin: true } }
  await player.post('playRound', move)
  await live.look()
  expect(heard.causes).toEqual([{ placed: [bet] }, { ended: [bet] }])

  heard.causes = []
  await placeBet(player, 2)
  await player.post('walletTransfer', {
    senderId: player.id,
    transferAmount: 5,
    receiverId: friend.id,
  })
  await live.look()
  expect(heard.causes).toEqual([{}])
})

test('two tabs of a player both hear it', async () => {
  const tabs = [await settled(player), await settled(player)]
  for (const tab of tabs) tab.events = []
  await playSlot(player)
  await live.look()
  expect(tabs.map(({ events }) => events)).toEqual([['balance'], ['balance']])
})

test('a deposit is announced at each step, until it ends', async () => {
  const heard = await settled(player)
  const { rows } = server.db.owner
  await rows(
    sql`insert into cashier.operations (player_id, operation_id, kind, amount, address)
        values ($1, gen_random_uuid(), 'deposit', 500, '0x' || repeat('a', 40))`,
    [player.id],
  )
  expect(await look(heard)).toEqual(['deposit'])
  expect(await look(heard)).toEqual([])
  await rows(
    sql`update cashier.operations set state = 'signed', nonce = 1, signed_at = now()
      where player_id = $1`,
    [player.id],
  )
  expect(await look(heard)).toEqual(['deposit'])
  await rows(sql`update cashier.operations set state = 'failed' where player_id = $1`, [player.id])
  expect(await look(heard)).toEqual(['deposit'])
  expect(await look(heard)).toEqual([])
})

test('a password change, a security event and a closed case are announced as notices', async () => {
  const heard = await settled(player)
  const { rows } = server.db.owner
  await rows(sql`insert into players.password_changes (player_id) values ($1)`, [player.id])
  expect(await look(heard)).toEqual(['notice'])
  await rows(sql`select players.notify($1, 'new_device', 'Firefox on Linux')`, [player.id])
  expect(await look(heard)).toEqual(['notice'])
  await rows(
    sql`insert into support.cases (case_id, player_id, event, tx_hash, amount, answer, closed_at)
        values (100000, $1, 'deposit', '0x' || repeat('a', 64), 100, 'Yes.', clock_timestamp())`,
    [player.id],
  )
  expect(await look(heard)).toEqual(['notice'])
})

test('what is committed after a later look is still announced', async () => {
  const heard = await settled(player)
  await server.db.owner.transaction(async (inside) => {
    await inside.rows(
      sql`
        select ledger.post($1, gen_random_uuid(), 'deposit', deposit => 700,
          chain => -700, own => 700)`,
      [player.id],
    )
    expect(await look(heard)).toEqual([])
    // A busy machine may take longer than the two seconds that a look goes back.
    const { at } = await one(
      inside.rows<{ at: Date }>(sql`select clock_timestamp() - interval '1 second' as at`),
    )
    await inside.rows(
      sql`update ledger.movements set at = $2 where player_id = $1 and deposit = 700`,
      [player.id, at],
    )
  })
  expect(await look(heard)).toEqual(['balance', 'deposit', 'notice'])
})

test('SESSION-13 a stream ends with its session, and the ones of others go on', async () => {
  const [own, theirs] = [listen(player), listen(friend)]
  await player.post('logout')
  await live.look()
  expect(own.isOpen).toBe(true)
  nowMs += 5_000
  await live.look()
  expect([own.isOpen, theirs.isOpen]).toEqual([false, true])
  await server.db.owner.rows(
    sql`update players.sessions set last_seen_at = now() - interval '3 hours'`,
  )
  nowMs += 5_000
  await live.look()
  expect(theirs.isOpen).toBe(false)
})

test('a stream is no sign of life of its session', async () => {
  const seen = sql`select last_seen_at from players.sessions where player_id = $1`
  await server.db.owner.rows(
    sql`
      update players.sessions set last_seen_at = now() - interval '90 minutes'
      where player_id = $1`,
    [player.id],
  )
  const before = await server.db.owner.rows(seen, [player.id])
  listen(player)
  nowMs += 60_000
  await live.look()
  expect(await server.db.owner.rows(seen, [player.id])).toEqual(before)
})

test('a beat after 25 s of silence, and after no less', async () => {
  const heard = await settled(player)
  await live.look()
  nowMs += 24_999
  expect(await look(heard)).toEqual([])
  nowMs += 1
  expect(await look(heard)).toEqual([':'])
  nowMs += 24_999
  expect(await look(heard)).toEqual([])
})

test('eight streams of a player at most', async () => {
  const streams = Array.from({ length: 8 }, () => listen(player))
  expect(live.accept(sessionOf(player), () => streams[0]!)).toMatchObject({ code: 'tooMany' })
  listen(friend)
  streams[3]?.end()
  listen(player)
})

test('a balance of zero is no reason to fail', async () => {
  player = await server.player({ deposit: fkr(0) })
  const heard = await settled(player)
  await fund(server.db, player.id, { deposit: fkr(0) })
  expect(await look(heard)).toEqual(['balance', 'deposit', 'notice'])
})
