import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Player, type Scene, setScene } from '../../../test/cashier/cashier-scene.ts'
import { must } from '../../../test/must.ts'
import { sql } from '../../platform/database/database.ts'
import { isOtherHouse } from './is-other-house.ts'

let scene: Scene
beforeAll(async () => {
  scene = await setScene()
})
afterAll(() => scene.close())

const link = async (player: Player, message: string, signer: Player) =>
  scene.api.linkWallet(
    { message, signature: await signer.wallet.signMessage({ message }) },
    player.caller,
  )

test('the API knows whether its chain is the one that the money is on', async () => {
  const ours = scene.chainConfig
  expect(await isOtherHouse(scene.db.database, ours)).toBe(false)
  expect(await isOtherHouse(scene.db.database, { ...ours, chainId: 1 })).toBe(true)
  expect(await isOtherHouse(scene.db.database, { ...ours, house: ours.token })).toBe(true)
})

describe('linking a wallet', () => {
  test('asks to sign a text that names site, chain, player and address', async () => {
    const player = await scene.newPlayer(0n as never)
    const message = await player.challenge()
    expect(message).toContain('localhost:3000 wants you to sign in with your Ethereum account')
    expect(message).toContain(player.wallet.address)
    expect(message).toContain(`player ${player.id}`)
    expect(message).toContain('Chain ID: 31337')
    expect(must(await link(player, message, player))).toEqual({
      address: player.wallet.address,
    })
    const chain = must(await scene.api.describeChain({}, player.caller))
    expect(chain).toMatchObject({
      linked: [player.wallet.address],
      symbol: 'FKR',
      decimals: 18,
      isLocal: true,
    })
  })

  test('CASH-02 takes a signature once', async () => {
    const player = await scene.newPlayer()
    const message = await player.challenge()
    expect(await link(player, message, player)).toMatchObject({ ok: true })
    expect(await link(player, message, player)).toMatchObject({ code: 'challengeOver' })
  })

  test('CASH-03 takes a signature once, also from two calls at the same time', async () => {
    const player = await scene.newPlayer()
    const message = await player.challenge()
    const results = await Promise.all([1, 2, 3, 4].map(() => link(player, message, player)))
    expect(results.filter((result) => result.ok)).toHaveLength(1)
  })

  test('BUDGET-07 who signs with the wallet of another account is the same person as its player', async () => {
    const [player, alias, stranger] = [
      await scene.newPlayer(),
      await scene.newPlayer(),
      await scene.newPlayer(),
    ]
    await link(player, await player.challenge(), player)
    const persons = () =>
      scene.db.owner.rows<{ person: number | null }>(
        sql`select person from ledger.wallets where player_id = any($1) order by player_id`,
        [[player.id, alias.id, stranger.id]],
      )
    const challenged = await scene.api.challengeWallet(
      { address: player.wallet.address },
      alias.caller,
    )
    const { message } = must(challenged)
    // Naming an address is no proof; only its key is.
    expect(await link(alias, message, alias)).toMatchObject({ code: 'signatureWrong' })
    expect((await persons()).map(({ person }) => person)).toEqual([null, null, null])
    expect(await link(alias, message, player)).toMatchObject({ code: 'addressTaken' })
    expect((await persons()).map(({ person }) => person)).toEqual([player.id, player.id, null])
  })

  test("CASH-04 refuses another player's text", async () => {
    const [player, thief] = [await scene.newPlayer(), await scene.newPlayer()]
    const message = await player.challenge()
    expect(await link(thief, message, player)).toMatchObject({ code: 'challengeOver' })
  })

  test("CASH-05 refuses a text for one's own wallet that names another player", async () => {
    const [player, thief] = [await scene.newPlayer(), await scene.newPlayer()]
    const message = (await thief.challenge(player.wallet.address)).replace(
      `${thief.id}`,
      `${player.id}`,
    )
    expect(await link(thief, message, player)).toMatchObject({ code: 'challengeOver' })
  })

  test.each([
    ['another site', 'localhost:3000', 'pipkin.example'],
    ['another chain', 'Chain ID: 31337', 'Chain ID: 1'],
  ])('CASH-06 refuses a text for %s', async (_, ours, other) => {
    const player = await scene.newPlayer()
    const message = (await player.challenge()).replaceAll(ours, other)
    expect(await link(player, message, player)).toMatchObject({ code: 'challengeOver' })
  })

  test("CASH-01 refuses another player's address", async () => {
    const [player, other] = [await scene.newPlayer(), await scene.newPlayer()]
    const message = await player.challenge(other.wallet.address)
    expect(await link(player, message, player)).toMatchObject({ code: 'signatureWrong' })
    const noSignature = { message, signature: `0x${'00'.repeat(65)}` }
    expect(await scene.api.linkWallet(noSignature, player.caller)).toMatchObject({
      code: 'signatureWrong',
    })
  })

  test('CASH-07 refuses a text that is older than five minutes', async () => {
    const player = await scene.newPlayer()
    const message = await player.challenge()
    await scene.db.owner.rows(
      sql`
        update cashier.challenges set expires_at = expires_at - interval '5 minutes'
        where player_id = $1`,
      [player.id],
    )
    expect(await link(player, message, player)).toMatchObject({ code: 'challengeOver' })
  })

  test('CASH-08 gives an address to one open account', async () => {
    const [player, other] = [await scene.newPlayer(), await scene.newPlayer()]
    await player.link()
    const message = await other.challenge(player.wallet.address)
    expect(await link(other, message, player)).toMatchObject({ code: 'addressTaken' })
  })

  test('puts the wallet that was signed for last first', async () => {
    const [player, second] = [await scene.newPlayer(), await scene.newPlayer()]
    const linked = async () => must(await scene.api.describeChain({}, player.caller)).linked
    await player.link()
    await link(player, await player.challenge(second.wallet.address), second)
    expect(await linked()).toEqual([second.wallet.address, player.wallet.address])
    await player.link()
    expect(await linked()).toEqual([player.wallet.address, second.wallet.address])
  })
})
