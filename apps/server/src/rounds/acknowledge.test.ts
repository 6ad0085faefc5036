import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type RunningServer,
  type SignedIn,
  startServer,
} from '../../test/processes/running-server.ts'
import { type PlayedRound, placeBet, playSlot } from '../../test/rounds/play.ts'
import { one, sql } from '../platform/database/database.ts'

/** The calls by which the specification's client credits its own wins: here they only compare. */

let server: RunningServer
let player: SignedIn
let round: PlayedRound
beforeAll(async () => {
  server = await startServer()
  player = await server.player({ deposit: fkr(1_000) })
  round = await playSlot(player)
})
afterAll(() => server.close())

const movements = () =>
  server.db.database.rows(sql`select * from ledger.movements where player_id = $1 order by at`, [
    player.id,
  ])

/** Whether a claim is confirmed; no claim moves money. */
async function confirmed(call: string, claim: object): Promise<unknown> {
  const before = await movements()
  const { status, body } = await player.post(call, { User_Id: player.id, Game_Id: 3, ...claim })
  expect(status).toBe(200)
  expect(await movements()).toEqual(before)
  return body.Status
}

test('updateParticipation: true where the record says exactly this', async () => {
  const { Transaction_Id, Bet_Amt, Return_Amt, Status } = round
  const truth = { Transaction_Id, Bet_Amt, Return_Amt, Status }
  expect(await confirmed('updateParticipation', truth)).toBe(true)
  for (const lie of [
    { Return_Amt: Return_Amt + 1 },
    { Bet_Amt: Bet_Amt + 10 },
    { Status: 'Tie' },
    { Game_Id: 2 },
  ])
    expect(await confirmed('updateParticipation', { ...truth, ...lie }), JSON.stringify(lie)).toBe(
      false,
    )
})

test('updateTransactionStatus: true where the bet was lost', async () => {
  const { Transaction_Id, Status } = round
  const claim = { Transaction_Id, StatusMsg: 'Loss' }
  expect(await confirmed('updateTransactionStatus', claim)).toBe(Status === 'Loss')
  const open = await placeBet(player, 2)
  expect(
    await confirmed('updateTransactionStatus', { ...claim, Transaction_Id: open, Game_Id: 2 }),
  ).toBe(false)
})

test('addTransaction with a win: the settlement’s own id, and only for what was settled', async () => {
  const rich = await server.player({ deposit: fkr(1_000) })
  const tie = await placeBet(rich, 4, 5)
  const { id } = await one(
    server.db.owner.rows<{ id: string }>(
      sql`select round_id as id from ledger.rounds where player_id = $1`,
      [rich.id],
    ),
  )
  await server.db.owner.rows(
    sql`select ledger.store_moves($1, $2, 0, '[]', 'win', 1000, gen_random_uuid(), null, null)`,
    [rich.id, id],
  )
  const claim = async (Amount: number, StatusMsg: string, other: object = {}) =>
    (
      await rich.post('addTransaction', {
        User_Id: rich.id,
        Game_Id: 4,
        Amount,
        StatusMsg,
        Method: 'fkr',
        ...other,
      })
    ).body
  const { Status, Transaction_Id } = await claim(10, 'Win', { Bet_Transaction_Id: tie })
  expect(Status).toBe(true)
  expect(Transaction_Id).not.toBe(tie)
  // Without the bet's id it is the latest settled round of that game.
  expect(await claim(10, 'Win')).toMatchObject({ Status: true, Transaction_Id })
  expect(await claim(11, 'Win')).toMatchObject({
    Status: false,
    Message: 'The record says otherwise',
  })
  expect(await claim(10, 'Tie')).toMatchObject({ Status: false })
  expect(await claim(10, 'PartialWin')).toMatchObject({ Status: false })
})
