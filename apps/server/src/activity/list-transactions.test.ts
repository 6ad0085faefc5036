import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type RunningServer,
  type SignedIn,
  startServer,
} from '../../test/processes/running-server.ts'
import { placeBet, playSlot } from '../../test/rounds/play.ts'
import { sql } from '../platform/database/database.ts'
import { kinds } from './list-transactions.ts'

let server: RunningServer
let player: SignedIn
beforeAll(async () => {
  server = await startServer()
  player = await server.player()
  for (let n = 0; n < 12; n += 1) await playSlot(player)
  await placeBet(player, 2)
})
afterAll(() => server.close())

interface Row {
  Id: string
  StatusMsg: string
  Pro_TransactionId: string | null
  DateTime: string
  Wallets: Record<'CurrentBalance' | 'Winning_Amount' | 'Bonus' | 'ReferalAmount', number>
}

async function read(query: Record<string, string>): Promise<{ Data: Row[]; Next?: string }> {
  const asked = new URLSearchParams({ User_Id: String(player.id), ...query })
  return (await player.send(`TransactionByUserId?${asked}`, {})).body as never
}

async function readAll(query: Record<string, string>): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page = await read({ ...query, ...(cursor && { cursor }) })
    rows.push(...page.Data)
    cursor = page.Next
  }
  return rows
}

test('with all rows their changes add up to the balances', async () => {
  const rows = await readAll({ all: 'true', limit: '100' })
  const balances = (await player.send(`WalletListByUserId?UserId=${player.id}`, {})).body
    .Data as Row['Wallets']
  for (const wallet of ['CurrentBalance', 'Winning_Amount', 'Bonus', 'ReferalAmount'] as const)
    expect(rows.reduce((sum, { Wallets }) => sum + Math.round(Wallets[wallet] * 100), 0)).toBe(
      Math.round(balances[wallet] * 100),
    )
})

test('a lost bet hides, the open one and those that won do not', async () => {
  const all = await readAll({ all: 'true' })
  const shown = await readAll({})
  expect(shown).toEqual(all.filter(({ StatusMsg }) => StatusMsg !== 'Loss'))
  expect(shown[0]?.StatusMsg).toBe('amtplaced')
})

test('page by page it is the same list, newest first', async () => {
  const whole = await readAll({ all: 'true', limit: '100' })
  expect(await readAll({ all: 'true', limit: '3' })).toEqual(whole)
  expect(whole.map(({ DateTime }) => DateTime)).toEqual(
    whole
      .map(({ DateTime }) => DateTime)
      .toSorted()
      .reverse(),
  )
})

test('lists and balances that are asked for in the same moment are each their own', async () => {
  const other = await server.player()
  await placeBet(other, 3)
  const ask = (who: SignedIn, path: string) => async () =>
    (await who.send(path.replace('me', String(who.id)), {})).body
  const asks = [player, other].flatMap((who) =>
    [
      'WalletListByUserId?UserId=me',
      ...[1, 2, 20].map((limit) => `TransactionByUserId?User_Id=me&limit=${limit}`),
    ].map((path) => ask(who, path)),
  )
  const alone = []
  for (const one of asks) alone.push(await one())
  const times = Array.from({ length: 12 })
  const together = await Promise.all(times.map(() => Promise.all(asks.map((one) => one()))))
  for (const answers of together) expect(answers).toEqual(alone)
})

test('the list has a word for each kind of movement', async () => {
  const rows = await server.db.owner.rows<{ kind: string }>(
    sql`select unnest(enum_range(null::ledger.movement_kind))::text as kind`,
  )
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(kinds).toSorted())
})
