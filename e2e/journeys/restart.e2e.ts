import { fundedPlayer } from '../support/funded-player.ts'
import { type OwnProduct, ownProduct } from '../support/own-product.ts'
import { balancesOf } from '../support/people.ts'
import { endOf, leaveOpen, rounds, standOf, tap } from '../support/play-round.ts'
import { expect, test } from '../support/test.ts'

/** The server is stopped in the middle of a round of every game, and started again. */

// One product for all of them, one after the other.
test.describe.configure({ mode: 'default' })

let product: OwnProduct
test.beforeAll(async () => {
  product = await ownProduct()
  await product.start()
})
test.afterAll(() => product.remove())

test('open rounds outlive a restart of the server, and a move into the gap is made once', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.url })
  const page = await context.newPage()
  await fundedPlayer(page, product.url, 500)
  const stands = new Map<string, string>()
  for (const game of Object.keys(rounds)) {
    await leaveOpen(page, game, tap)
    stands.set(game, await standOf(page))
  }
  const before = await balancesOf(page)

  // The last message stays on screen: no server answers its move.
  await product.stop()
  await tap(page, /, empty$/)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
  await product.start()
  // On a busy machine the calls may wait a second longer for the database.
  await expect.poll(() => balancesOf(page)).toEqual(before)
  await tap(page, 'Try again')
  await rounds['tic-tac-toe']?.play(page, tap)
  await endOf(page)
  stands.delete('tic-tac-toe')

  for (const [game, stand] of stands) {
    await page.goto(`/games/${game}`)
    await expect.poll(() => standOf(page)).toBe(stand)
    await rounds[game]?.play(page, tap)
    await endOf(page)
  }
  expect((await balancesOf(page)).OnHold).toBe(0)
  await context.close()
})
