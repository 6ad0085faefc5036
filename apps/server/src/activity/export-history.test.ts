import type { PlayerId } from '@pipkin/contract/schemas'
import type { BetFacts, EndFacts, History, Receipt } from '@pipkin/games'
import { verifyHistory } from '@pipkin/games/verify'
import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sessionOf } from '../../test/players/session-of.ts'
import {
  type RunningServer,
  type SignedIn,
  startServer,
} from '../../test/processes/running-server.ts'
import { betDeps } from '../../test/rounds/bet-deps.ts'
import { placeBet, playSlot, replaceInTime } from '../../test/rounds/play.ts'
import { seeds } from '../../test/seeds.ts'
import { sql } from '../platform/database/database.ts'
import { createQueue } from '../platform/limits/queue.ts'
import { placeBet as betNow } from '../rounds/place-bet.ts'
import { createSigner } from '../rounds/receipts.ts'
import { exportHistory } from './export-history.ts'

type KeptReceipt = Receipt<BetFacts | EndFacts>

const zones = { find: async () => 'UTC' }
const pages = createQueue({ atOnce: 1, waiting: 10 })

let server: RunningServer
let player: SignedIn
let publicKey: string
beforeAll(async () => {
  server = await startServer()
  publicKey = (
    (await (await server.player()).send('receiptKey', {})).body.Data as { publicKey: string }
  ).publicKey
})
afterAll(() => server.close())
beforeEach(async () => {
  player = await server.player()
})

async function download(query: Record<string, string>) {
  const response = await fetch(
    `${server.url}/api/exportHistory?${new URLSearchParams({ User_Id: String(player.id), ...query })}`,
    { headers: { cookie: `sid=${player.cookies.get('sid')}` } },
  )
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const history = async (query: Record<string, string> = {}): Promise<History> =>
  JSON.parse((await download({ format: 'proofs', ...query })).text)

describe('csv', () => {
  test('a line for each round, newest first', async () => {
    const first = await playSlot(player, 20)
    await replaceInTime(server.db.owner, first.Transaction_Id, '2026-11-01T10:00Z')
    const second = await placeBet(player, 2)
    await replaceInTime(server.db.owner, second, '2026-11-01T11:30:00.25Z')
    const { headers, text } = await download({ format: 'csv' })
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toBe('attachment; filename="pipkin-activity.csv"')
    const win = Math.max(0, first.Return_Amt - 20)
    expect(text.split('\r\n')).toEqual([
      'DateTime,Game_Name,Bet_Amt,Return_Amt,Status,TotalWin,Transaction_Id',
      `2026-11-01T11:30:00.250Z,"Mines",10,0,Pending,0,${second}`,
      `2026-11-01T10:00:00.000Z,"Fruit Slot",20,${first.Return_Amt},${first.Status},${win},${first.Transaction_Id}`,
      '',
    ])
  })

  test('of a period, in a zone; an unknown zone is a JSON answer', async () => {
    const played = await playSlot(player)
    await replaceInTime(server.db.owner, played.Transaction_Id, '2026-11-01T18:30Z')
    const lines = async (query: object) =>
      (await download({ format: 'csv', ...query })).text.split('\r\n').length - 2
    expect(await lines({ from: '2026-11-02', tz: 'Asia/Kolkata' })).toBe(1)
    expect(await lines({ from: '2026-11-02', tz: 'UTC' })).toBe(0)
    const refused = await download({ format: 'csv', tz: 'Mars' })
    expect([refused.status, JSON.parse(refused.text)]).toEqual([
      400,
      { Status: false, Message: 'The request is not well formed' },
    ])
  })
})

describe('proofs', () => {
  test('a history that the verifier takes, with every receipt that the player kept', async () => {
    const kept: KeptReceipt[] = []
    for (let n = 0; n < 30; n += 1) await playSlot(player)
    const open = await placeBet(player, 2)
    await player.post('rotateSeed', { User_Id: player.id })
    for (let n = 0; n < 5; n += 1) await playSlot(player)
    const rounds = (await player.send(`openRounds?User_Id=${player.id}`, {})).body.Data as {
      receipt: never
    }[]
    kept.push(...rounds.map(({ receipt }) => receipt))
    const file = await history()
    expect(file.proofs).toHaveLength(35)
    expect(file.open.map(({ facts }) => facts.transactionId)).toEqual([open])
    expect(file.head.facts).toMatchObject({
      from: { epoch: 0, nonce: 0 },
      next: { epoch: 1, nonce: 5 },
      used: [31],
    })
    expect(verifyHistory(file, { publicKey, kept })).toMatchObject({ ok: true })
    // A round of the first epoch is open, so its seed stays secret.
    expect(file.proofs.some(({ epochSeed }) => epochSeed)).toBe(false)
    await player.post('playRound', {
      User_Id: player.id,
      Transaction_Id: open,
      Move: { reveal: 0 },
    })
    await player.post('playRound', {
      User_Id: player.id,
      Transaction_Id: open,
      Move: { cashOut: true },
    })
    const after = await history()
    expect(after.proofs.filter(({ epochSeed }) => epochSeed)).toHaveLength(31)
    expect(verifyHistory(after, { publicKey, kept })).toMatchObject({ ok: true })
  })

  test('an export of a period has a head over its rounds alone', async () => {
    for (let hour = 10; hour < 16; hour += 1) {
      const { Transaction_Id } = await playSlot(player)
      await replaceInTime(server.db.owner, Transaction_Id, `2026-11-01T${hour}:00:00Z`)
    }
    const kept: KeptReceipt[] = (await history()).proofs.flatMap(({ receipts }) => receipts)
    const file = await history({ from: '2026-11-01T11:00:00Z', to: '2026-11-01T14:00:00Z' })
    expect(file.proofs.map(({ nonce }) => nonce)).toEqual([1, 2, 3])
    expect(file.head.facts).toMatchObject({
      from: { epoch: 0, nonce: 1 },
      next: { epoch: 0, nonce: 4 },
      used: [],
    })
    expect(verifyHistory(file, { publicKey, kept })).toMatchObject({ ok: true })
  })

  test('without rounds it is empty, and still signed', async () => {
    const file = await history()
    expect(file).toMatchObject({ proofs: [], open: [] })
    expect(verifyHistory(file, { publicKey })).toMatchObject({ ok: true })
  })

  test('a round that is taken out is missed', async () => {
    for (let n = 0; n < 3; n += 1) await playSlot(player)
    const { proofs, ...rest } = await history()
    for (let n = 0; n < 3; n += 1)
      expect(verifyHistory({ ...rest, proofs: proofs.toSpliced(n, 1) }, { publicKey }).ok).toBe(
        false,
      )
  })

  test('FAIR-06 a first bet that is under way while the history is read is not missed', async () => {
    const { database } = server.db
    const file = await database.transaction(async ({ rows }) => {
      const bet = { player: player.id as PlayerId, gameId: 3, stake: fkr(10) }
      expect(await betNow(betDeps({ ...database, rows }), bet, null)).toMatchObject({ ok: true })
      return history()
    })
    expect(file.head.facts).toMatchObject({ next: { epoch: 0, nonce: 0 } })
    const kept = (await history()).open
    expect(kept).toHaveLength(1)
    expect(verifyHistory(file, { publicKey, kept })).toMatchObject({ ok: true })
  })

  test('while bets are placed: none that the player holds a receipt of is missed', async () => {
    const kept: KeptReceipt[] = []
    let done = false
    const playing = (async () => {
      for (let n = 0; n < 15; n += 1) {
        const id = await placeBet(player, 3)
        const open = (await player.send(`openRounds?User_Id=${player.id}`, {})).body.Data as {
          receipt: never
        }[]
        kept.push(...open.map(({ receipt }) => receipt))
        await player.post('playRound', {
          User_Id: player.id,
          Transaction_Id: id,
          Move: { spin: true },
        })
      }
      done = true
    })()
    while (!done) {
      const file = await history()
      expect(verifyHistory(file, { publicKey, kept: [...kept] })).toMatchObject({ ok: true })
    }
    await playing
  })
})

test.each(['csv', 'proofs'] as const)(
  'COMP-21 a download of rounds as %s breaks off where its session ends',
  async (format) => {
    await playSlot(player)
    const session = await sessionOf(server.db.owner, player)
    const { database, owner } = server.db
    const signer = createSigner(Buffer.alloc(32, 3))
    const deps = { database, zones, signer, seeds, proofs: pages, pages }
    const result = await exportHistory(deps, { player: session.player, format }, session)
    if (!result.ok) throw new Error(result.code)
    const pieces: string[] = []
    const readAll = async () => {
      for await (const piece of result.answer.content) {
        pieces.push(piece)
        await owner.rows(sql`delete from players.sessions where player_id = $1`, [player.id])
      }
    }
    await expect(readAll()).rejects.toThrow('the session of a download has ended')
    // The head alone.
    expect(pieces).toHaveLength(1)
  },
)
