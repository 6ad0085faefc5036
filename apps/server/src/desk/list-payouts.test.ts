import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../test/database/fresh-database.ts'
import { type OperatorBrowser, type RunningDesk, startDesk } from '../../test/desk/desk.ts'
import { bringFriend, makePlayer } from '../../test/players/player.ts'
import { sql } from '../platform/database/database.ts'

/** What the card of a payout says of who asks for it. */

let db: TestDatabase
let desk: RunningDesk
let asha: OperatorBrowser

beforeAll(async () => {
  db = await freshDatabase()
  desk = await startDesk(db)
  asha = await desk.operator('cashier', 'Asha')
})
afterAll(async () => {
  await desk.close()
  await db.close()
})

/** A player whose payout waits, paid to an address of their own. */
async function waitingPlayer() {
  const player = await makePlayer(db, { deposit: fkr(90_000) })
  await bringFriend(db, await makePlayer(db), player)
  const address = `0x${String(player).padStart(40, '0')}`
  await db.owner.rows(sql`insert into cashier.addresses (address, player_id) values ($1, $2)`, [
    address,
    player,
  ])
  await db.database.rows(
    sql`select cashier.request_withdrawal($1, gen_random_uuid(), 2000000, '0', null, null)`,
    [player],
  )
  return { player, address }
}

/** Another player with an account. */
async function other(): Promise<number> {
  const player = await makePlayer(db)
  await bringFriend(db, await makePlayer(db), player)
  return player
}

const logIn = (player: number, browser: string) =>
  db.owner.rows(sql`select ledger.see_device($1, sha256($2))`, [player, browser])
const useAddress = (player: number, address: string) =>
  db.worker.rows(sql`select referral.trace_address($1, $2)`, [player, address])

async function cardOf(player: number) {
  const { payouts } = (await asha.get('listPayouts')).Data
  return payouts.find((payout) => payout.player === player)
}

test('accounts in the same browser or with the same address are named, and no others', async () => {
  const { player, address } = await waitingPlayer()
  expect(await cardOf(player)).toMatchObject({ onBrowser: [], onAddress: [] })
  const [sister, brother, cousin, payer, neighbour] = [
    await other(),
    await other(),
    await other(),
    await other(),
    await other(),
  ]
  for (const [who, browser] of [
    [player, 'kitchen'],
    [brother, 'kitchen'],
    [sister, 'kitchen'],
    [player, 'phone'],
    [sister, 'phone'],
    // Only the sister's browser leads to the cousin: the same person, but not the same browser.
    [sister, 'school'],
    [cousin, 'school'],
  ] as const)
    await logIn(who, browser)
  for (const [who, used] of [
    [player, address],
    [payer, address],
    [payer, `0x${'ee'.repeat(20)}`],
    [cousin, `0x${'ee'.repeat(20)}`],
  ] as const)
    await useAddress(who, used)
  // A network alone isn't shown: a street has one.
  for (const who of [player, neighbour])
    await db.database.rows(sql`select referral.trace_network($1, '203.0.113.0/24')`, [who])
  expect(await cardOf(player)).toMatchObject({
    accountsOfPerson: 4,
    onBrowser: [sister, brother].sort(),
    onAddress: [payer],
  })
})

test('of an address that hundreds share, a hundred and one are named', async () => {
  const { player, address } = await waitingPlayer()
  await useAddress(player, address)
  await db.owner.rows(
    sql`insert into referral.traces (player_id, kind, value)
        select n, 'address', decode(substr($1, 3), 'hex') from generate_series(1, 300) n`,
    [address],
  )
  expect((await cardOf(player))?.onAddress).toHaveLength(101)
})

test('of a frozen account’s payout the card says what refuses its release', async () => {
  const { player } = await waitingPlayer()
  const release = async () => {
    const card = await cardOf(player)
    const { Message } = await asha.post('releasePayout', {
      transaction: card?.transaction,
      reason: 'ticket 7',
    })
    return { heldBy: card?.heldBy, Message }
  }
  await asha.post('freezePlayer', { player, reason: 'ticket 7' })
  expect(await release()).toEqual({
    heldBy: 'accountFrozen',
    Message: 'The account is frozen: it has to be opened first.',
  })
  const { Data } = await asha.post('unfreezePlayer', { player, reason: 'ticket 7' })
  const ben = await desk.operator('admin', 'Ben')
  expect(await ben.post('approveProposal', { ...Data, reason: 'ticket 7' })).toMatchObject({
    Status: true,
  })
  expect(await release()).toEqual({
    heldBy: null,
    Message: 'Proposed: a second person has to approve it within 24 hours',
  })
})
