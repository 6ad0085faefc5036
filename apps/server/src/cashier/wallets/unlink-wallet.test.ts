import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Player, type Scene, setScene } from '../../../test/cashier/cashier-scene.ts'
import { must } from '../../../test/must.ts'
import { playRules } from '../../../test/rounds/play-rules.ts'
import { sql } from '../../platform/database/database.ts'
import { system } from '../../platform/process/clock.ts'
import { cashierCalls } from '../calls.ts'

let scene: Scene
beforeAll(async () => {
  scene = await setScene()
})
afterAll(() => scene.close())

const aDayMs = 86_400_000

/** The cashier's calls where a wallet must have been linked for a day. */
const strict = () =>
  cashierCalls({
    database: scene.db.database,
    surroundings: system,
    config: {
      chain: scene.chainConfig,
      publicUrl: new URL('http://localhost:3000'),
      linkedForMs: aDayMs,
      profile: playRules('standard'),
    },
    local: false,
  })

/** Links the wallet of `signer` to the account of `player`. */
async function link(player: Player, signer: Player) {
  const message = await player.challenge(signer.wallet.address)
  return scene.api.linkWallet(
    { message, signature: await signer.wallet.signMessage({ message }) },
    player.caller,
  )
}

const unlink = (player: Player, { wallet }: Player = player) =>
  scene.api.unlinkWallet({ address: wallet.address }, player.caller)

const age = (player: Player, hours: number, { wallet }: Player = player) =>
  scene.db.owner.rows(
    sql`update cashier.addresses
      set linked_at = linked_at - $2 * interval '1 hour',
          chosen_at = chosen_at - $2 * interval '1 hour'
      where player_id = $1 and address = lower($3)`,
    [player.id, hours, wallet.address],
  )

const doubt = (player: Player) =>
  scene.db.database.rows(sql`select cashier.doubt_addresses($1, interval '7 days')`, [player.id])

const walletsOf = async (player: Player, of = strict()) =>
  must(await of.describeChain({}, player.caller)).wallets.map(
    ({ address, paid, heldUntil, doubted }) => ({
      address,
      paid,
      held: heldUntil !== null,
      doubted,
    }),
  )

const withdraw = (player: Player, address?: string, of = strict()) =>
  of.requestWithdrawal(
    { player: player.id, amount: fkr(10), address },
    { ...player.caller, key: null },
  )

/** A player with 100 fkr and a wallet of nine days, and a second wallet. */
async function withTwoWallets() {
  const [player, second] = [await scene.newPlayer(), await scene.newPlayer()]
  await player.link()
  await player.fund(fkr(100))
  await age(player, 9 * 24)
  return { player, second }
}

test('a new wallet is listed with the time that it is held until, and stops no payout', async () => {
  const { player, second } = await withTwoWallets()
  expect(await walletsOf(player)).toEqual([
    { address: player.wallet.address, paid: true, held: false, doubted: false },
  ])
  expect(await link(player, second)).toMatchObject({ ok: true })
  const [newest, older] = must(await strict().describeChain({}, player.caller)).wallets
  expect(newest).toMatchObject({ address: second.wallet.address, paid: false })
  expect(newest!.heldUntil!.getTime() - newest!.linkedAt.getTime()).toBe(aDayMs)
  expect(older).toMatchObject({ address: player.wallet.address, paid: true, heldUntil: null })
  expect(must(await withdraw(player))).toMatchObject({ address: player.wallet.address })
  // Old enough, the newest is paid.
  await age(player, 25, second)
  expect(must(await withdraw(player))).toMatchObject({ address: second.wallet.address })
})

test('a withdrawal to another address than is paid is refused with the one that is', async () => {
  const { player, second } = await withTwoWallets()
  await link(player, second)
  await age(player, 25, second)
  expect(await withdraw(player, player.wallet.address)).toMatchObject({
    code: 'addressChanged',
    data: { address: second.wallet.address },
  })
  expect(await player.balance()).toBe(fkr(100))
  expect(must(await withdraw(player, second.wallet.address.toLowerCase()))).toMatchObject({
    address: second.wallet.address,
  })
})

test('an unlinked wallet is neither listed nor paid, and takes no new deposit', async () => {
  const { player } = await withTwoWallets()
  expect(await unlink(player)).toMatchObject({ ok: true })
  expect(await walletsOf(player)).toEqual([])
  expect(must(await scene.api.describeChain({}, player.caller)).linked).toEqual([])
  expect(await withdraw(player)).toMatchObject({ code: 'linkWalletFirst' })
  expect(await player.report(fkr(10))).toMatchObject({ code: 'addressNotLinked' })
  expect(await unlink(player)).toMatchObject({ code: 'addressNotLinked' })
  const [event] = await scene.db.owner.rows(
    sql`select kind, detail from players.security_events where player_id = $1
      order by at desc limit 1`,
    [player.id],
  )
  expect(event).toEqual({ kind: 'wallet_unlinked', detail: player.wallet.address.toLowerCase() })
})

test('what is on its way to an unlinked wallet, or from it, arrives', async () => {
  const { player } = await withTwoWallets()
  const before = await scene.tokens(player.wallet.address)
  await player.withdraw(fkr(50))
  await player.approve(fkr(20))
  await player.report(fkr(20))
  expect(await unlink(player)).toMatchObject({ ok: true })
  await scene.settle()
  expect(await player.balance()).toBe(fkr(70))
  expect((await scene.tokens(player.wallet.address)) - before).toBe((45n - 20n) * 10n ** 18n)
})

test('WAY-12 an unlinked wallet stays its player’s: linked again it is new, another account gets it never', async () => {
  const { player, second } = await withTwoWallets()
  await unlink(player)
  expect(await link(second, player)).toMatchObject({ code: 'addressTaken' })
  expect(await link(player, player)).toMatchObject({ ok: true })
  expect(await walletsOf(player)).toEqual([
    { address: player.wallet.address, paid: true, held: true, doubted: false },
  ])
  expect(await withdraw(player)).toMatchObject({ code: 'walletTooNew' })
})

test('another player’s wallet can’t be unlinked', async () => {
  const { player, second } = await withTwoWallets()
  expect(await unlink(second, player)).toMatchObject({ code: 'addressNotLinked' })
  expect(await walletsOf(player)).toHaveLength(1)
})

test('a doubted wallet is not paid until its player signs for it again; then it is new', async () => {
  const { player, second } = await withTwoWallets()
  await link(player, second)
  await age(player, 25, second)
  await doubt(player)
  expect(await walletsOf(player)).toEqual([
    { address: second.wallet.address, paid: false, held: false, doubted: true },
    { address: player.wallet.address, paid: true, held: false, doubted: false },
  ])
  // A day later it is still not paid.
  await scene.db.owner.rows(
    sql`update cashier.addresses set doubted_at = doubted_at - interval '25 hours'
      where player_id = $1`,
    [player.id],
  )
  expect(must(await withdraw(player))).toMatchObject({ address: player.wallet.address })
  // Its owner signs for it again: it is new, and no longer doubted.
  await link(player, second)
  expect(await walletsOf(player)).toMatchObject([{ held: true, doubted: false }, { paid: true }])
})

test('WAY-17 where all wallets are doubted none is paid, however long ago that was', async () => {
  const { player, second } = await withTwoWallets()
  await age(player, -7 * 24)
  await link(player, second)
  await doubt(player)
  await scene.db.owner.rows(
    sql`update cashier.addresses
      set linked_at = linked_at - interval '30 days', doubted_at = doubted_at - interval '30 days'
      where player_id = $1`,
    [player.id],
  )
  expect(await walletsOf(player)).toMatchObject([
    { address: second.wallet.address, paid: false, doubted: true },
    { address: player.wallet.address, paid: false, doubted: true },
  ])
  for (const address of [undefined, second.wallet.address])
    expect(await withdraw(player, address)).toMatchObject({ code: 'walletDoubted' })
  expect(await player.balance()).toBe(fkr(100))
  // The owner unlinks the thief's, and signs for the other.
  await unlink(player, second)
  await link(player, player)
  expect(await withdraw(player)).toMatchObject({ code: 'walletTooNew' })
  await age(player, 25)
  expect(must(await withdraw(player))).toMatchObject({ address: player.wallet.address })
})

test('the wallet of a closed account is free for another account, and joins both as a person', async () => {
  const { player, second } = await withTwoWallets()
  await scene.db.database.rows(sql`select cashier.close_wallets($1)`, [player.id])
  expect(await link(second, player)).toMatchObject({ ok: true })
  expect(await walletsOf(second)).toMatchObject([{ address: player.wallet.address, held: true }])
  const persons = await scene.db.owner.rows<{ person: number }>(
    sql`select person from ledger.wallets where player_id = any($1)`,
    [[player.id, second.id]],
  )
  expect(new Set(persons.map(({ person }) => person))).toEqual(new Set([player.id]))
  expect(await link(player, second)).toMatchObject({ code: 'challengeOver' })
  expect(await player.report(fkr(1))).toMatchObject({ code: 'noSession' })
  expect(await withdraw(player)).toMatchObject({ code: 'noSession' })
})
