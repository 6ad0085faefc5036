import { dealRound, outcomeOf, playMove } from '@pipkin/games'
import { mines, minesRules } from '@pipkin/games/mines'
import { fundedPlayer } from '../support/funded-player.ts'
import { betButton, betSheet, dockOf, rounds } from '../support/play-round.ts'
import { expect, inMotion, type Page, test } from '../support/test.ts'

/** A finger on a game: each tap is taken, none zooms, and what moves goes on moving. */

test.use(inMotion)

test.beforeEach(({ page, baseURL }) => fundedPlayer(page, baseURL ?? '', 0).then(() => undefined))

/** The controls that would wait for a second tap. */
const slowControls = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'a, button, input, label, select, summary, textarea, [role=radio]',
      ),
    ]
      .filter(
        (control) => !['manipulation', 'none'].includes(getComputedStyle(control).touchAction),
      )
      .map((control) => control.outerHTML),
  )

test('no control of a game waits for a second tap, and two fingers may zoom', async ({ page }) => {
  for (const game of Object.keys(rounds))
    for (const kind of ['games', 'demo-games']) {
      await page.goto(`/${kind}/${game}`)
      await expect(betSheet(page)).toBeVisible()
      expect(await slowControls(page), `${kind}/${game}`).toEqual([])
    }
  const viewport = page.locator('meta[name=viewport]')
  await expect(viewport).not.toHaveAttribute('content', /user-scalable|maximum-scale|minimum-scale/)
})

/** The same bytes each time, so that the test knows the demo's layout. */
const byte = 7
const roundKey = new Uint8Array(32).fill(byte)
const clientSeed = 'H'.repeat(22)

test('twenty-four taps as fast as they come are twenty-four taps', async ({ page }) => {
  await page.addInitScript((all) => {
    crypto.getRandomValues = (array) => {
      if (array instanceof Uint8Array) array.fill(all)
      return array
    }
  }, byte)
  await page.goto('/demo-games/mines')
  await tapQuickly(
    page,
    Array.from({ length: 9 }, () => 'More'),
  )
  await expect(page.getByRole('spinbutton', { name: 'Stake' })).toHaveValue('100')
  await betButton(page).tap()
  await expect(betSheet(page)).toBeHidden()

  const dealt = dealRound(mines, {
    rules: mines.demoOf?.(minesRules) ?? minesRules,
    roundKey,
    clientSeed,
  })
  const safe = Array.from({ length: 25 }, (_, cell) => cell).filter((cell) => {
    const played = playMove(dealt, { reveal: cell })
    return played.ok && outcomeOf(played.round) === null
  })
  expect(safe).toHaveLength(15)
  await tapQuickly(
    page,
    safe.map((cell) => `Row ${Math.floor(cell / 5) + 1}, column ${(cell % 5) + 1}, hidden`),
  )
  await expect(dockOf(page)).toContainText('Every safe tile is open')
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1)
})

/** Finds where to tap first, then taps without looking. */
async function tapQuickly(page: Page, names: readonly string[]): Promise<void> {
  const places: { x: number; y: number }[] = []
  for (const name of names) {
    const button = page.getByRole('button', { name })
    // A sheet that still slides in would be missed.
    if (places.length === 0) await button.tap({ trial: true })
    const box = await button.boundingBox()
    if (!box) throw new Error(`${name} is nowhere`)
    places.push({ x: box.x + box.width / 2, y: box.y + box.height / 2 })
  }
  for (const { x, y } of places) await page.touchscreen.tap(x, y)
}

test('a spin moves by the compositor alone: nothing is laid out while it turns', async ({
  page,
}) => {
  // With the page's clock stopped no reel stops; what CSS moves goes on.
  await page.clock.install()
  await page.goto('/demo-games/slot-machine')
  await betButton(page).tap()
  await expect(betSheet(page)).toBeHidden()
  await page.clock.pauseAt(new Date(Date.now() + 600_000))
  await page.getByRole('button', { name: 'Spin' }).tap()
  await expect(page.getByRole('img', { name: 'Spinning…' })).toBeVisible()

  const turned = () =>
    page.evaluate(() => {
      const reels = document
        .getAnimations()
        .filter((one) => 'animationName' in one && one.animationName === 'reel-turn')
      return reels.map(({ currentTime }) => Number(currentTime))
    })
  const moved = await page.evaluate(() =>
    document
      .getAnimations()
      .flatMap(({ effect }) => (effect instanceof KeyframeEffect ? effect.getKeyframes() : []))
      .flatMap((keyframe) => Object.keys(keyframe)),
  )
  const own = new Set(['offset', 'computedOffset', 'easing', 'composite'])
  expect(new Set(moved.filter((name) => !own.has(name)))).toEqual(
    new Set(['translate', 'transform']),
  )

  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  const layouts = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'LayoutCount')?.value
  }
  const [before, from] = [await layouts(), (await turned())[0] ?? 0]
  await expect.poll(async () => Math.min(...(await turned()))).toBeGreaterThan(from + 600)
  expect(await turned()).toHaveLength(3)
  expect(await layouts()).toBe(before)
})
