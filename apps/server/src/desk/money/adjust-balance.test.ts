import { fkr, zero } from '@pipkin/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OperatorBrowser, type RunningDesk, startDesk } from '../../../test/desk/desk.ts'
import { balancesOf, bringFriend, makePlayer } from '../../../test/players/player.ts'
import { type RunningServer, startServer } from '../../../test/processes/running-server.ts'
import { seeds } from '../../../test/seeds.ts'
import { audit } from '../../operator/audit/audit.ts'
import { one, sql } from '../../platform/database/database.ts'
import { system } from '../../platform/process/clock.ts'

let server: RunningServer
let desk: RunningDesk
let asha: OperatorBrowser
let ben: OperatorBrowser
const reason = 'ticket 7'
const note = 'A round that was counted twice.'

beforeAll(async () => {
  server = await startServer()
  desk = await startDesk(server.db)
  asha = await desk.operator('admin', 'Asha')
  ben = await desk.operator('admin', 'Ben')
})
afterAll(async () => {
  await desk.close()
  await server.close()
})

const owner: RunningServer['db']['owner']['rows'] = (statement, values) =>
  server.db.owner.rows(statement, values)

const propose = (player: number, wallet: string, amount: number) =>
  asha.post('adjustBalance', { player, wallet, amount, note, reason })

/** Proposes and approves. Answers the approval's answer, or the refusal of the proposal. */
async function adjust(player: number, wallet: string, amount: number) {
  const proposed = await propose(player, wallet, amount)
  if (!proposed.Status) return proposed
  return ben.post('approveProposal', { proposal: proposed.Data.proposal, reason })
}

const soundly = async () => {
  const findings = await audit(
    { database: server.db.worker, surroundings: system, seeds },
    { full: false },
  )
  expect(findings.flatMap(({ found }) => found)).toEqual([])
}

test('two put a balance right, and the player reads what and why', async () => {
  const player = await server.player({ deposit: fkr(100) })
  const listed = async (list: string) =>
    (await player.send(`${list}?User_Id=${player.id}`, { method: 'GET' })).body.Data
  const proposed = await propose(player.id, 'win', 12.5)
  expect(proposed.Data.proposal).toEqual(expect.any(String))
  const [waiting] = (await ben.get('listProposals')).Data.proposals
  expect(waiting?.facts).toEqual([{ what: 'Amount', value: '12.50 fkr' }])
  expect(waiting?.changes).toContainEqual({
    what: 'Win wallet',
    before: '0 fkr',
    after: '12.50 fkr',
  })
  expect(await balancesOf(server.db, player.id)).toMatchObject({ win: zero })
  const { proposal } = proposed.Data
  expect(await ben.post('approveProposal', { proposal, reason })).toMatchObject({ Status: true })
  expect(await ben.post('approveProposal', { proposal, reason })).toMatchObject({ Status: false })
  expect(await adjust(player.id, 'deposit', -40)).toMatchObject({ Status: true })
  expect(await balancesOf(server.db, player.id)).toMatchObject({ win: 1_250n, deposit: 6_000n })

  expect(await listed('TransactionByUserId')).toMatchObject([
    { StatusMsg: 'Adjusted', Amount: -40, Note: note },
    { StatusMsg: 'Adjusted', Amount: 12.5, Note: note },
    { StatusMsg: 'Deposit' },
  ])
  expect(await listed('notifications')).toMatchObject([
    { kind: 'adjustment', text: `−40 fkr by Pipkin: ${note}` },
    { kind: 'adjustment', text: `12.50 fkr by Pipkin: ${note}` },
    { kind: 'deposit' },
  ])
  await soundly()
})

test('DESK-30 nothing locked, held or not there is taken, nor what was staked before the approval', async () => {
  const player = await server.player({ deposit: fkr(50) })
  const notFree = { Status: false, Message: expect.stringContaining('neither locked nor held') }
  for (const wallet of ['deposit', 'win', 'bonus', 'referral'])
    expect(await adjust(player.id, wallet, -50.01)).toMatchObject(notFree)

  // A friend's rewards are locked on both sides.
  const [above, friend] = [await makePlayer(server.db), await makePlayer(server.db)]
  await bringFriend(server.db, above, friend)
  expect(await adjust(friend, 'bonus', -1)).toMatchObject(notFree)
  expect(await adjust(above, 'referral', -1)).toMatchObject(notFree)

  // What came by a send is held.
  await owner(
    sql`select ledger.send($1, gen_random_uuid(), $2, 1000, null, null, interval '1 day')`,
    [player.id, above],
  )
  expect(await adjust(above, 'deposit', -1)).toMatchObject(notFree)

  const { Data } = await propose(player.id, 'deposit', -40)
  await owner(
    sql`select ledger.send($1, gen_random_uuid(), $2, 1000, null, null, interval '1 day')`,
    [player.id, above],
  )
  expect(await ben.post('approveProposal', { proposal: Data.proposal, reason })).toMatchObject(
    notFree,
  )
  expect(await balancesOf(server.db, player.id)).toMatchObject({ deposit: 3_000n })
  await soundly()
})

test('a frozen account can be put right, in a break too; a closed one, and a player who is none, not', async () => {
  const player = await server.player({ deposit: fkr(50) })
  await owner(
    sql`update ledger.wallets set frozen = true, break_until = 'infinity' where player_id = $1`,
    [player.id],
  )
  expect(await adjust(player.id, 'deposit', 5)).toMatchObject({ Status: true })
  await owner(sql`update ledger.wallets set closed = true where player_id = $1`, [player.id])
  expect(await adjust(player.id, 'deposit', 5)).toMatchObject({ Message: 'The account is closed.' })
  expect((await propose(99_999_999, 'deposit', 5)).status).toBe(404)
  for (const wrong of [
    { wallet: 'games' },
    { amount: 0 },
    { amount: 0.001 },
    { note: '' },
    { note: 'two\nlines' },
  ])
    expect(
      (
        await asha.post('adjustBalance', {
          player: player.id,
          wallet: 'deposit',
          amount: 5,
          note,
          reason,
          ...wrong,
        })
      ).status,
    ).toBe(400)
})

test('an adjustment is no deposit and no return: no limit counts it, and it unlocks no reward', async () => {
  const player = await server.player({ deposit: fkr(50) })
  const sums = () =>
    one(
      server.db.owner.rows(
        sql`select deposited, staked, lost, wagered, withdrawn, contributed,
            deposit + win - own as marked
          from ledger.wallets where player_id = $1`,
        [player.id],
      ),
    )
  const before = await sums()
  await adjust(player.id, 'deposit', 20)
  await adjust(player.id, 'win', 30)
  await adjust(player.id, 'deposit', -60)
  expect(await sums()).toEqual(before)
})
