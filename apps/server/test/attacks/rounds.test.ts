import { type CallName, contract } from '@pipkin/contract/schemas'
import { roundKey, toHex } from '@pipkin/games'
import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { sql } from '../../src/platform/database/database.ts'
import { names, sendCall } from '../calls/call-inputs.ts'
import type { HttpAnswer } from '../calls/http-client.ts'
import { httpClient } from '../calls/http-client.ts'
import { balancesOf } from '../players/player.ts'
import { type RunningServer, type SignedIn, startServer } from '../processes/running-server.ts'
import { fillEpoch, type PlayedRound, placeBet, playSlot } from '../rounds/play.ts'
import { mixedSeeds } from '../seeds.ts'

/**
 * Attacks on bets, moves, claimed wins and what is hidden. After each the money is what the
 * server's record says.
 */

let server: RunningServer
let me: SignedIn

beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  me = await server.player({ deposit: fkr(1_000), win: fkr(100) })
})

const refusedWith = (status: number, message: string) => ({
  status,
  body: { Status: false, Message: message },
})
const recordSaysOtherwise = refusedWith(200, 'The record says otherwise')
const unknown = refusedWith(404, 'Not found')

const claim = (more: object, as = me): Promise<HttpAnswer> =>
  as.post('addTransaction', { User_Id: as.id, StatusMsg: 'Win', Amount: 100, Game_Id: 3, ...more })
const move = (bet: string, Move: unknown, as = me): Promise<HttpAnswer> =>
  as.post('playRound', { User_Id: as.id, Transaction_Id: bet, Move })
const balances = () => balancesOf(server.db, me.id)

/** A round of the slot that ended so, however many it takes. */
async function slotThat(ended: (round: PlayedRound) => boolean, as = me): Promise<PlayedRound> {
  for (;;) {
    const round = await playSlot(as)
    if (ended(round)) return round
    await server.db.owner.rows(
      sql`update ledger.wallets set deposit = 100000 where player_id = $1`,
      [as.id],
    )
  }
}
const won = ({ Return_Amt }: PlayedRound) => Return_Amt > 0
const lost = ({ Return_Amt }: PlayedRound) => Return_Amt === 0

describe('claimed wins', () => {
  test('CLAIM-01 without any round', async () => {
    const before = await balances()
    for (const StatusMsg of ['Win', 'Tie', 'PartialWin'])
      expect(await claim({ StatusMsg })).toMatchObject(recordSaysOtherwise)
    expect(await balances()).toEqual(before)
  })

  test('CLAIM-02 for a round that is still open', async () => {
    const bet = await placeBet(me, 3)
    const before = await balances()
    expect(await claim({ Bet_Transaction_Id: bet })).toMatchObject(recordSaysOtherwise)
    expect(await claim({ Bet_Transaction_Id: bet, StatusMsg: 'Tie', Amount: 10 })).toMatchObject(
      recordSaysOtherwise,
    )
    expect(await balances()).toEqual(before)
  })

  test('CLAIM-03 with another amount, another status, another game', async () => {
    const { Transaction_Id, Return_Amt, Status } = await slotThat(won)
    const before = await balances()
    const right = { Bet_Transaction_Id: Transaction_Id, StatusMsg: Status, Amount: Return_Amt }
    for (const wrong of [
      { Amount: Return_Amt + 1 },
      { Amount: Return_Amt * 100 },
      { Amount: -Return_Amt },
      { StatusMsg: 'Tie' },
      { Game_Id: 2 },
      { Game_Id: 99 },
    ])
      expect(await claim({ ...right, ...wrong })).toMatchObject(recordSaysOtherwise)
    expect(await balances()).toEqual(before)
  })

  test('CLAIM-04 that are true, a hundred times: acknowledged, paid once', async () => {
    const { Transaction_Id, Return_Amt, Status } = await slotThat(won)
    const before = await balances()
    const claims = await Promise.all(
      Array.from({ length: 100 }, () =>
        claim({ Bet_Transaction_Id: Transaction_Id, StatusMsg: Status, Amount: Return_Amt }),
      ),
    )
    for (const { body } of claims) expect(body).toEqual(claims[0]?.body)
    expect(claims[0]?.body.Status).toBe(true)
    expect(await balances()).toEqual(before)
  })

  test('CLAIM-05 after a loss', async () => {
    const { Transaction_Id } = await slotThat(lost)
    const before = await balances()
    for (const Amount of [0, 10, 20])
      expect(await claim({ Bet_Transaction_Id: Transaction_Id, Amount })).toMatchObject(
        recordSaysOtherwise,
      )
    expect(await balances()).toEqual(before)
  })

  test("CLAIM-06 by another's Transaction_Id", async () => {
    const other = await server.player()
    const { Transaction_Id, Return_Amt, Status } = await slotThat(won, other)
    const before = await balances()
    expect(
      await claim({ Bet_Transaction_Id: Transaction_Id, StatusMsg: Status, Amount: Return_Amt }),
    ).toMatchObject(unknown)
    expect(await balances()).toEqual(before)
  })

  test('CLAIM-07 by the id of a movement that is no round', async () => {
    const sent = await me.post('internalTransfer', {
      userId: me.id,
      transferAmount: 5,
      transferType: 'Winning',
    })
    const { Transaction_Id } = sent.body.Data as { Transaction_Id: string }
    expect(await claim({ Bet_Transaction_Id: Transaction_Id })).toMatchObject(unknown)
  })

  test('CLAIM-08 a lost round reported as won, an open one as lost', async () => {
    const { Transaction_Id } = await slotThat(lost)
    const told = { User_Id: me.id, Transaction_Id, Bet_Amt: 10, Game_Id: 3 }
    for (const [Status, Return_Amt] of [
      ['Win', 20],
      ['Tie', 10],
      ['Loss', 10],
      ['Pending', 0],
    ])
      expect(await me.post('updateParticipation', { ...told, Status, Return_Amt })).toMatchObject(
        recordSaysOtherwise,
      )
    const open = await placeBet(me, 3)
    const loss = { User_Id: me.id, Transaction_Id: open, StatusMsg: 'Loss', Game_Id: 3 }
    expect(await me.post('updateTransactionStatus', loss)).toMatchObject(recordSaysOtherwise)
  })

  test('CLAIM-09 a participation with another stake or game', async () => {
    const bet = await placeBet(me, 3)
    const told = { User_Id: me.id, Transaction_Id: bet, Bet_Amt: 10, Status: 'Pending', Game_Id: 3 }
    expect((await me.post('addParticipation', told)).body.Status).toBe(true)
    expect(await me.post('addParticipation', { ...told, Bet_Amt: 500 })).toMatchObject(
      recordSaysOtherwise,
    )
    expect(await me.post('addParticipation', { ...told, Game_Id: 2 })).toMatchObject(
      recordSaysOtherwise,
    )
    expect((await me.post('addParticipation', { ...told, Status: 'Win' })).status).toBe(400)
  })

  test('CLAIM-10 with fields of the answer written into the bet', async () => {
    const { body } = await me.post('addTransaction', {
      User_Id: me.id,
      Amount: -10,
      StatusMsg: 'amtplaced',
      Game_Id: 3,
      Status: 'Win',
      Return_Amt: 1_000,
      nonce: 999,
      roundKey: '0'.repeat(64),
      rules: {},
      Resumed: true,
    })
    expect(body.Data).toMatchObject({ Status: 'Pending', Return_Amt: 0, nonce: 0 })
  })
})

describe('bets', () => {
  const bet = (more: object) =>
    me.post('addTransaction', {
      User_Id: me.id,
      Amount: -10,
      StatusMsg: 'amtplaced',
      Game_Id: 3,
      ...more,
    })

  test.each([
    ['BET-01 below the minimum', { Amount: -5 }, 'Minimum bet amount is 10'],
    ['BET-02 above the maximum', { Amount: -510 }, 'Maximum bet amount is 500'],
    ['BET-03 off the step', { Amount: -15 }, 'The amount steps by 10'],
    ['BET-04 of all there can be', { Amount: -1_000_000_000 }, 'Maximum bet amount is 500'],
    ['BET-05 on a game that is not there', { Game_Id: 99 }, 'Coming Soon'],
    ['BET-06 on game nothing', { Game_Id: 0 }, 'Coming Soon'],
    ['BET-07 by rules of another day', { Rules_Hash: 'ab'.repeat(32) }, 'The rules have changed'],
    [
      'BET-08 under a commitment that was never shown',
      { Commitment: 'ab'.repeat(32) },
      'This commitment is no longer the next one',
    ],
  ])('%s', async (_, more, message) => {
    const before = await balances()
    expect((await bet(more)).body).toMatchObject({ Status: false, Message: message })
    expect(await balances()).toEqual(before)
  })

  test.each([
    ['BET-09 a game id beyond any', { Game_Id: 2 ** 31 }],
    [
      'BET-10 a client seed of other characters',
      { Client_Seed: "x'; drop table ledger.rounds; --" },
    ],
    ['BET-11 a client seed without end', { Client_Seed: 'x'.repeat(65) }],
    ['BET-12 an empty client seed', { Client_Seed: '' }],
    ['BET-13 a commitment in capitals', { Commitment: 'AB'.repeat(32) }],
    ['BET-14 another status', { StatusMsg: 'Loss' }],
    ['BET-15 a status in a list', { StatusMsg: ['amtplaced'] }],
    ['BET-16 no player', { User_Id: undefined }],
  ])('%s is malformed', async (_, more) => {
    expect((await bet(more)).status).toBe(400)
    expect((await balances()).deposit).toBe(fkr(1_000))
  })

  test('BET-17 with a Bonus or Win alone: a fifth must come from Deposit', async () => {
    me = await server.player({ win: fkr(500), bonus: fkr(500) })
    expect((await bet({})).body.Message).toBe('No sufficient amount !')
  })

  test('BET-18 under a commitment that was used: the round of then, or the fresh one to look at', async () => {
    const read = async () =>
      (await me.send(`fairness?User_Id=${me.id}`, { method: 'GET' })).body.Data as {
        commitment: string
      }
    const { commitment } = await read()
    const first = await bet({ Commitment: commitment, Client_Seed: 'mine' })
    await move(String(first.body.Transaction_Id), { spin: true })
    const again = await bet({ Commitment: commitment, Client_Seed: 'mine' })
    expect(again.body.Transaction_Id).toBe(first.body.Transaction_Id)
    const other = await bet({ Commitment: commitment, Client_Seed: 'another' })
    expect(other.body).toMatchObject({ Status: false, Data: { usedBy: first.body.Transaction_Id } })
  })

  test('BET-19 a burst under an old commitment: the server reads no round for it', async () => {
    const burst = 240
    const { body } = await me.send(`fairness?User_Id=${me.id}`, { method: 'GET' })
    const { commitment } = body.Data as { commitment: string }
    await fillEpoch(server.db.owner, me.id, 900)
    const { rows } = server.db.database
    let read = 0
    const spy = vi.spyOn(server.db.database, 'rows').mockImplementation(async (...asked) => {
      const found = await rows<never>(...asked)
      read += found.length
      return found
    })
    try {
      const answers = await Promise.all(
        Array.from({ length: burst }, () => bet({ Commitment: commitment, Client_Seed: 'other' })),
      )
      expect(new Set(answers.map((answer) => answer.body.Message))).toEqual(
        new Set(['This commitment is no longer the next one']),
      )
    } finally {
      spy.mockRestore()
    }
    // Each bet reads its session, its answer, whether it was ahead, and at most two epochs.
    expect(read).toBeLessThanOrEqual(burst * 6)
  })
})

describe('moves', () => {
  const openMines = async () => {
    for (;;) {
      const bet = await placeBet(me, 2)
      const { body } = await move(bet, { reveal: 3 })
      if ((body.Data as { Status: string }).Status === 'Pending') return bet
    }
  }

  test('MOVE-01 the same cell twice opens it once', async () => {
    const bet = await openMines()
    const twice = await move(bet, { reveal: 3 })
    expect((twice.body.Data as { moves: object[] }).moves).toEqual([{ reveal: 3 }])
  })

  test('MOVE-02 a cash out before anything is open', async () => {
    const bet = await placeBet(me, 2)
    expect(await move(bet, { cashOut: true })).toMatchObject({
      body: { Status: false, Message: expect.stringContaining('not possible') },
    })
  })

  test('MOVE-03 after the end: the end stays, and pays once', async () => {
    const bet = await openMines()
    await move(bet, { cashOut: true })
    const before = await balances()
    expect((await move(bet, { reveal: 4 })).body.Status).toBe(false)
    expect((await move(bet, { cashOut: true })).body.Status).toBe(true)
    expect(await balances()).toEqual(before)
  })

  test('MOVE-04 a choice that is changed after the result', async () => {
    const bet = await placeBet(me, 1)
    const even = await move(bet, { choice: 'even' })
    // One board in 100,000 shows no even number.
    const [choice, other] = even.body.Status === true ? ['even', 'odd'] : ['odd', 'even']
    const first = choice === 'even' ? even : await move(bet, { choice })
    // A repeat answers the same round, but not the balances that its first answer left.
    const { Balances: left, ...answered } = first.body
    expect(left).toBeDefined()
    const before = await balances()
    for (const Move of [
      { choice: other },
      { choice: 'range', from: 1 },
      { choice: 'number', number: 7 },
    ])
      expect((await move(bet, Move)).body.Status).toBe(false)
    expect((await move(bet, { choice })).body).toEqual(answered)
    expect(await balances()).toEqual(before)
  })

  test('MOVE-05 on a cell that the computer has taken', async () => {
    const bet = await placeBet(me, 4)
    const { body } = await move(bet, { cell: 4 })
    const { board } = (body.Data as { state: { board: (string | null)[] } }).state
    expect((await move(bet, { cell: board.indexOf('O') })).body.Status).toBe(false)
  })

  test.each([
    ['MOVE-06 a move of another game', { cell: 1 }, 200],
    ['MOVE-07 a cell beside the board', { reveal: 25 }, 200],
    ['MOVE-08 a cell below nothing', { reveal: -1 }, 200],
    ['MOVE-09 half a cell', { reveal: 1.5 }, 400],
    ['MOVE-10 a cell in words', { reveal: '3' }, 400],
    ['MOVE-11 two moves in one', { reveal: 3, cashOut: true }, 400],
    ['MOVE-12 a cash out that is not', { cashOut: false }, 400],
    ['MOVE-13 a list of moves', [{ reveal: 1 }, { reveal: 2 }], 400],
    ['MOVE-14 no move', null, 400],
    ['MOVE-15 a move with its result', { reveal: 3, multiplier: 400 }, 400],
    ['MOVE-16 a cell without end', { reveal: 1e308 }, 400],
  ])('%s changes nothing', async (_, Move, status) => {
    const bet = await placeBet(me, 2)
    const answer = await move(bet, Move)
    expect(answer).toMatchObject({ status, body: { Status: false } })
    const [open] = (await me.send(`openRounds?User_Id=${me.id}`, { method: 'GET' })).body.Data as {
      moves: unknown[]
    }[]
    expect(open?.moves).toEqual([])
  })

  test('MOVE-17 a round that is left on losing waits, and is found again', async () => {
    const bet = await placeBet(me, 4)
    await move(bet, { cell: 1 })
    const elsewhere = httpClient(server.url, new Map(me.cookies))
    const { body } = await elsewhere.send(`openRounds?User_Id=${me.id}`, { method: 'GET' })
    expect(body.Data).toMatchObject([{ Transaction_Id: bet, Status: 'Pending' }])
    expect(
      (
        await me.post('addTransaction', {
          User_Id: me.id,
          Amount: -5,
          StatusMsg: 'amtplaced',
          Game_Id: 4,
        })
      ).body,
    ).toMatchObject({ Resumed: true, Transaction_Id: bet })
  })
})

describe('idempotency keys', () => {
  const send = (key: string, transferAmount = 10) =>
    me.post(
      'walletTransfer',
      { senderId: me.id, transferAmount, receiverId: friend.id },
      { 'idempotency-key': key },
    )
  let friend: SignedIn
  beforeEach(async () => {
    friend = await server.player()
  })

  test.each([
    ['KEY-01 a key without a character', ''],
    ['KEY-02 a key of a space', ' '],
    ['KEY-03 a key with a space', 'a b'],
    ['KEY-04 a key without end', 'x'.repeat(101)],
    ['KEY-05 a key of other characters', 'clé'],
    ['KEY-06 two keys', 'a, b'],
  ])('%s is malformed', async (_, key) => {
    expect((await send(key)).status).toBe(400)
    expect((await balances()).deposit).toBe(fkr(1_000))
  })

  test('KEY-07 the same key with another amount, on another call', async () => {
    expect((await send('k')).body.Status).toBe(true)
    expect((await send('k', 11)).status).toBe(409)
    const moved = { userId: me.id, transferAmount: 10, transferType: 'Winning' }
    expect((await me.post('internalTransfer', moved, { 'idempotency-key': 'k' })).status).toBe(409)
    expect((await balances()).deposit).toBe(fkr(990))
  })

  test('KEY-08 a replay of an old request answers as it did then', async () => {
    const first = await send('k')
    await send('l', 990)
    expect((await send('k')).body).toEqual(first.body)
    expect((await balances()).deposit).toBe(0n)
  })

  test('KEY-09 the same input in another spelling is the same request', async () => {
    const first = await send('k')
    const spelled = {
      receiverId: String(friend.id),
      transferAmount: '10',
      senderId: `${me.id}`,
      extra: 1,
    }
    expect((await me.post('walletTransfer', spelled, { 'idempotency-key': 'k' })).body).toEqual(
      first.body,
    )
    expect((await balances()).deposit).toBe(fkr(990))
  })
})

describe('what is hidden', () => {
  /**
   * Everything that a player and a visitor can read, as it comes over the wire, with its headers.
   */
  async function everythingReadable(bets: readonly string[]): Promise<string> {
    const read: string[] = []
    const reads = names.filter((name) => contract[name].call.method === 'GET')
    for (const cookies of [me.cookies, new Map<string, string>()])
      for (const name of reads)
        for (const query of queries(name, bets)) {
          const cookie = [...cookies].map((pair) => pair.join('=')).join('; ')
          const answer = await fetch(`${server.url}/api/${contract[name].call.path}?${query}`, {
            headers: { cookie },
          })
          read.push(JSON.stringify([...answer.headers]), await answer.text())
        }
    return read.join('\n')
  }
  const queries = (name: CallName, bets: readonly string[]): string[] => {
    const own = ['User_Id', 'UserId', 'userId', 'id', 'referrer_id']
      .map((field) => `${field}=${me.id}`)
      .join('&')
    if (name === 'exportHistory')
      return ['csv', 'proofs'].map((format) => `${own}&format=${format}`)
    return name === 'readProof' ? bets.map((bet) => `Transaction_Id=${bet}`) : [own]
  }

  test('HIDDEN-01 no key, seed, layout or result of an open round in anything that can be read', async () => {
    const ended = await playSlot(me)
    const bets: string[] = []
    for (const game of [1, 2, 3, 4]) bets.push(await placeBet(me, game))
    await move(String(bets[3]), { cell: 0 })
    await me.post('rotateSeed', { User_Id: me.id })
    const text = await everythingReadable([...bets, ended.Transaction_Id])
    const mixed = await mixedSeeds(server.db, me.id)
    expect(mixed).toHaveLength(3)
    for (const seed of mixed.map((seed) => Buffer.from(seed))) {
      expect(text).not.toContain(seed.toString('hex'))
      expect(text).not.toContain(seed.toString('base64'))
    }
    const rounds = await server.db.owner.rows<{ epoch: number; nonce: number }>(
      sql`select epoch, nonce from ledger.rounds where player_id = $1 and status = 'pending'`,
      [me.id],
    )
    for (const { epoch, nonce } of rounds)
      expect(text).not.toContain(toHex(roundKey(mixed[epoch]!, String(me.id), nonce)))
    expect(text).not.toMatch(/"mines":\[|"multipliers":\[\d|"result":|"first":|"epochSeed"/)
    // The ended round is there in full: the look was a real one.
    expect(text).toContain(ended.Transaction_Id)
    expect(text).toContain('"roundKey"')
  })

  test('HIDDEN-02 of two open rounds, alike but for what is hidden, the answers are alike', async () => {
    const shapes = new Set<string>()
    for (let made = 0; made < 12; made += 1) {
      const player = await server.player()
      const { body } = await player.post('addTransaction', {
        User_Id: player.id,
        Amount: -10,
        StatusMsg: 'amtplaced',
        Game_Id: 3,
      })
      shapes.add(
        JSON.stringify(body).replace(
          /[0-9a-f]{64,}|"[A-Za-z0-9_-]{20,}"|\d{8}|"\d{4}-[^"]*"/g,
          '*',
        ),
      )
    }
    expect(shapes.size).toBe(1)
  })

  test('HIDDEN-03 an open round has no proof, like one that does not exist', async () => {
    const bet = await placeBet(me, 3)
    const read = (id: string) => me.send(`roundProof?Transaction_Id=${id}`, { method: 'GET' })
    expect((await read(bet)).body).toEqual((await read('nobody')).body)
  })

  test('HIDDEN-04 an epoch is revealed when its last open round has ended, not before', async () => {
    await placeBet(me, 2)
    const rotated = await me.post('rotateSeed', { User_Id: me.id })
    expect(rotated.body.Data).toMatchObject({ revealed: null })
  })

  test('HIDDEN-05 looking, refused bets and unused rotations draw nothing new', async () => {
    const read = async () =>
      (await me.send(`fairness?User_Id=${me.id}`, { method: 'GET' })).body.Data
    const before = await read()
    for (let tries = 0; tries < 20; tries += 1) {
      await me.post('rotateSeed', { User_Id: me.id })
      await me.post('addTransaction', {
        User_Id: me.id,
        Amount: -7,
        StatusMsg: 'amtplaced',
        Game_Id: 3,
      })
    }
    expect(await read()).toEqual(before)
  })

  test("HIDDEN-06 another player's profile, friends and money are in no answer to a stranger", async () => {
    const other = await server.player()
    const [account] = await server.db.owner.rows<{ email: string; mobile: string }>(
      sql`select email, mobile from players.accounts where player_id = $1`,
      [other.id],
    )
    const text = await everythingReadable(['nobody'])
    expect(text).not.toContain(String(account?.email))
    expect(text).not.toContain(String(account?.mobile))
    const looked = await sendCall(me, 'findReceiver', { id: other.id })
    expect(looked.body.Data).toEqual({ name: 'M••••' })
  })
})
