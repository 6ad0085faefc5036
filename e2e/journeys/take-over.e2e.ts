import { fundedPlayer } from '../support/funded-player.ts'
import { ownProduct } from '../support/own-product.ts'
import { balancesOf, idOf } from '../support/people.ts'
import { endOf, leaveOpen, rounds, standOf, tap } from '../support/play-round.ts'
import { type Browser, expect, test } from '../support/test.ts'

/**
 * The product on a cluster (`npm run cluster`), whose node is killed while a round of Mines is open
 * in a browser. CLUSTER_JOURNEY=1 plays it, with PIPKIN_CITUS.
 */

const play = async ({ browser }: { browser: Browser }) => {
  const product = await ownProduct({}, 'cluster')
  try {
    await product.start()
    const context = await browser.newContext({ baseURL: product.url })
    const page = await context.newPage()
    await fundedPlayer(page, product.url, 500)
    await leaveOpen(page, 'mines', tap)
    const stand = await standOf(page)
    const before = await balancesOf(page)

    const node = product.run('cluster', 'where', String(await idOf(page))).trim()
    process.kill(Number.parseInt(product.said(`${node}: `) ?? '', 10), 'SIGKILL')
    await tap(page, 'Row 5, column 5, hidden')
    await expect(page.getByRole('button', { name: 'Try again' })).toBeEnabled()
    process.stdout.write(product.run('cluster', 'promote', node))
    await page.reload()
    await expect.poll(() => standOf(page)).toBe(stand)
    expect(await balancesOf(page)).toEqual(before)
    await rounds.mines?.finish?.(page, tap)
    await endOf(page)
    expect((await balancesOf(page)).OnHold).toBe(0)
    await context.close()
  } finally {
    await product.remove()
  }
}

if (process.env.CLUSTER_JOURNEY)
  test('an open round goes on at the standby of its node, by the documented command', play)
