import { expect, type Page, type Request, test } from '@playwright/test'
import { evenOrOdd } from '../support/even-or-odd.ts'
import { fundedPlayer } from '../support/funded-player.ts'
import { expectStill, watchMotion } from '../support/look-over.ts'
import { balancesOf } from '../support/people.ts'
import { betButton, dockOf, playAgain } from '../support/play-round.ts'
import { routeOnce } from '../support/route.ts'

/** What a player may rely on during a round: one stake, no loss, no early result. */

const drawButton = (page: Page) => page.getByRole('button', { name: 'Draw the number' })

async function staked(page: Page): Promise<number> {
  const { CurrentBalance, Winning_Amount } = await balancesOf(page)
  return 500 - CurrentBalance - Winning_Amount
}

/** The bets that the page sends from now on, with their keys. */
function betsOf(page: Page): object[] {
  const bets: object[] = []
  page.on('request', (request: Request) => {
    if (!request.url().endsWith('/api/addTransaction')) return
    bets.push({ key: request.headers()['idempotency-key'], ...request.postDataJSON() })
  })
  return bets
}

/** Loses the answer to the next call of a path, after the server has carried it out. */
const loseNextAnswer = (page: Page, path: string): Promise<void> =>
  routeOnce(page, `**/api/${path}`, async (route) => {
    await route.fetch()
    await route.abort()
  })

test.beforeEach(async ({ page, baseURL }) => {
  await fundedPlayer(page, baseURL ?? '', 500)
})

test('two taps are one bet', async ({ page }) => {
  const bets = betsOf(page)
  await page.goto('/games/guess-number')
  await expect(betButton(page)).toBeEnabled()
  // In one task, without a render in between.
  await betButton(page).evaluate((button: HTMLButtonElement) => {
    button.click()
    button.click()
  })
  await expect(evenOrOdd(page)).toBeEnabled()
  expect(bets).toHaveLength(1)
  expect(bets[0]).toMatchObject({
    Client_Seed: expect.stringMatching(/^[\w-]{22}$/),
    Commitment: expect.stringMatching(/^[0-9a-f]{64}$/),
    Rules_Hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(await staked(page)).toBe(5)
})

test('a bet whose answer got lost is repeated exactly, and taken once', async ({ page }) => {
  const bets = betsOf(page)
  await page.goto('/games/guess-number')
  await loseNextAnswer(page, 'addTransaction')
  await expect(betButton(page)).toBeEnabled()
  // The page can't ask either whether the bet counts.
  await page.route('**/api/openRounds*', (route) => route.abort())
  await betButton(page).click()
  await expect(page.getByText('Some error in participation')).toBeVisible()
  await expect(page.getByText(/^No answer came\. Asking whether your bet of 5 fkr/)).toBeVisible()
  await betButton(page).click()
  await expect(evenOrOdd(page)).toBeEnabled()
  expect(bets).toHaveLength(2)
  expect(bets[1]).toEqual(bets[0])
  expect(await staked(page)).toBe(5)
})

test('a bet whose answer got lost is on the table once its round is known', async ({ page }) => {
  const bets = betsOf(page)
  await page.goto('/games/guess-number')
  await loseNextAnswer(page, 'addTransaction')
  await betButton(page).click()
  await expect(page.getByText('Your bet counts. Its round is open.')).toBeVisible()
  await expect(evenOrOdd(page)).toBeEnabled()
  expect(bets).toHaveLength(1)
  expect(await staked(page)).toBe(5)
})

test('a reload in the middle of a bet repeats it', async ({ page }) => {
  const bets = betsOf(page)
  await page.goto('/games/guess-number')
  // The request never arrives, and gets no answer.
  await routeOnce(page, '**/api/addTransaction', () => undefined)
  await betButton(page).click()
  await expect.poll(() => bets.length).toBe(1)
  await page.reload()
  await expect(evenOrOdd(page)).toBeEnabled()
  expect(bets[1]).toEqual(bets[0])
  expect(await staked(page)).toBe(5)
})

test('a move whose answer got lost can be tried again, and its end is shown after a reload', async ({
  page,
}) => {
  await page.goto('/games/guess-number')
  await betButton(page).click()
  await evenOrOdd(page).click()
  await loseNextAnswer(page, 'playRound')
  await drawButton(page).click()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Odd/ })).toBeDisabled()
  await page.reload()
  await expect(dockOf(page)).toContainText('was drawn')
  const results = page.getByRole('region', { name: 'Last five results' })
  await expect(results.getByRole('listitem')).toHaveCount(1)
})

test('a round that was played on in another tab is shown as it is', async ({ page, context }) => {
  await page.goto('/games/guess-number')
  await betButton(page).click()
  await evenOrOdd(page).click()

  const other = await context.newPage()
  await other.addInitScript(
    (kept) => localStorage.setItem('userGame', kept),
    await page.evaluate(() => localStorage.getItem('userGame') ?? ''),
  )
  await other.goto('/games/guess-number')
  const firstNumber = (tab: Page) =>
    tab.getByRole('radiogroup', { name: 'Numbers' }).getByRole('radio').first()
  await firstNumber(other).click()
  await drawButton(other).click()
  await expect(dockOf(other)).toContainText('was drawn')

  await drawButton(page).click()
  await expect(dockOf(page)).toContainText('was drawn')
  await expect(firstNumber(page)).toBeChecked()
  expect(await staked(page)).toBeLessThanOrEqual(5)
})

test('a commitment that another bet has used is replaced, once, before the player’s eyes', async ({
  page,
}) => {
  const bets = betsOf(page)
  await page.goto('/games/guess-number')
  await expect(betButton(page)).toBeEnabled()
  const { userID } = await page.evaluate(() => JSON.parse(localStorage.getItem('userGame') ?? '{}'))
  await page.request.post('/api/addTransaction', {
    data: { StatusMsg: 'amtplaced', User_Id: userID, Amount: -10, Game_Id: 2 },
  })
  await betButton(page).click()
  await expect(evenOrOdd(page)).toBeEnabled()
  expect(bets).toHaveLength(2)
  const [stale, fresh] = bets as { key: string; Commitment: string; Client_Seed: string }[]
  expect(fresh?.Commitment).not.toBe(stale?.Commitment)
  expect(fresh?.Client_Seed).not.toBe(stale?.Client_Seed)
  expect(fresh?.key).not.toBe(stale?.key)
})

for (const reducedMotion of ['no-preference', 'reduce'] as const)
  test(`nothing shows a result before its time (${reducedMotion})`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion })
    await watchMotion(page)
    await page.clock.install()
    const pill = page.locator('main').getByRole('img', { name: /^Balance/ })
    const said = page.getByRole('main').getByRole('status')

    await page.goto('/games/guess-number')
    await betButton(page).click()
    await evenOrOdd(page).click()
    await expect(pill.first()).toHaveAccessibleName('Balance 495 fkr')
    await page.clock.pauseAt(new Date(Date.now() + 600_000))
    const drawn = page.waitForResponse('**/api/playRound')
    await drawButton(page).click()
    await drawn
    await page.clock.runFor(950)
    await expect(dockOf(page)).toContainText('Drawing…')
    await expect(pill.first()).toHaveAccessibleName('Balance 495 fkr')
    await expect(said).toBeEmpty()
    await page.clock.runFor(100)
    await expect(dockOf(page)).toContainText('was drawn')
    await expect(said).toContainText(/return .* net /)
    await page.clock.runFor(2_400)
    await expect(playAgain(page)).toBeDisabled()
    await page.clock.runFor(100)
    await expect(playAgain(page)).toBeEnabled()
    await page.clock.resume()

    await page.goto('/games/slot-machine')
    await betButton(page).click()
    await expect(dockOf(page)).toContainText('Bet placed')
    await page.clock.pauseAt(new Date(Date.now() + 1_200_000))
    const spun = page.waitForResponse('**/api/playRound')
    await page.getByRole('button', { name: 'Spin' }).click()
    await spun
    await page.clock.runFor(4_450)
    await expect(page.getByRole('img', { name: 'Spinning…' })).toBeVisible()
    await expect(dockOf(page)).toContainText('Spinning…')
    await page.clock.runFor(100)
    await expect(page.getByRole('img', { name: /^Reels: / })).toBeVisible()
    await expect(playAgain(page)).toBeEnabled()
    if (reducedMotion === 'reduce') await expectStill(page, 'slot')
  })

test('Mines by keyboard: arrow keys move, Enter opens, Cash Out pays what was shown', async ({
  page,
}) => {
  await page.goto('/games/mines')
  const cashOut = page.getByRole('button', { name: 'Cash Out' })
  // The first tile is a mine in 10 of 25 rounds: play until one is safe.
  for (let round = 0; round < 20; round += 1) {
    await betButton(page).click()
    await expect(cashOut).toBeDisabled()
    await page.getByRole('button', { name: 'Row 1, column 1, hidden' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('button', { name: 'Row 2, column 2, hidden' })).toBeFocused()
    await page.keyboard.press('Enter')
    const mine = page.getByRole('button', { name: 'Row 2, column 2, mine' })
    const safe = page.getByRole('button', { name: /^Row 2, column 2, [\d.]+ times$/ })
    await expect(mine.or(safe)).toBeVisible()
    if (await mine.isVisible()) {
      await expect(dockOf(page)).toContainText('That was a mine')
      await playAgain(page).click()
      continue
    }
    const opened = await safe.textContent()
    await cashOut.click()
    await expect(dockOf(page)).toContainText('1 tile opened')
    expect(['0.5×', '1×', '2.5×']).toContain(opened)
    const returned = { '0.5×': '5', '1×': '10', '2.5×': '25' }[opened ?? '']
    await expect(dockOf(page).getByRole('definition').nth(1)).toHaveText(returned ?? '')
    return
  }
  throw new Error('twenty mines in a row')
})

test('a tile that is not what was sealed at the deal is named as it opens', async ({ page }) => {
  await page.goto('/games/mines')
  await betButton(page).click()
  await page.route('**/api/playRound', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    answer.Data.state.proofs[0].salt = 'ab'.repeat(32)
    await route.fulfill({ response, json: answer })
  })
  await page.getByRole('button', { name: 'Row 2, column 3, hidden' }).click()
  await expect(page.getByRole('alert')).toContainText(
    'Row 2, column 3 is not what was sealed at the deal',
  )
})

test('a game’s name stands whole beside the balance, from 320 px on', async ({ page }) => {
  let held = {}
  await page.route('**/api/WalletListByUserId*', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    Object.assign(answer.Data, held)
    await route.fulfill({ response, json: answer })
  })
  for (const [path, balances, says] of [
    ['/games/guess-number', { CurrentBalance: 612.5 }, 'Balance 612.50 fkr'],
    // The 20 % rule allows only a part as a stake, so there are two figures.
    [
      '/games/guess-number',
      { CurrentBalance: 234_567_890.25, Winning_Amount: 5_234_567_890.5 },
      'Balance 5,469,135,780.75 fkr, 1,172,839,451.25 can be staked now',
    ],
    [
      '/games',
      { CurrentBalance: 234_567_890.25, Winning_Amount: 5_234_567_890.5 },
      'Balance 5,469,135,780.75 fkr, 1,172,839,451.25 can be staked now',
    ],
  ] as const) {
    held = balances
    await page.goto(path)
    // The sheet makes it inert, so it can't be found by its role.
    await expect(page.locator(`main [aria-label="${says}"]`)).toBeVisible()
    for (const width of [390, 375, 360, 320]) {
      await page.setViewportSize({ width, height: 844 })
      const cut = await page.evaluate(() => {
        const title = document.querySelector('h1')
        const pill = document.querySelector('main [aria-label^="Balance"]')?.getBoundingClientRect()
        return [
          (title?.scrollWidth ?? 0) > (title?.clientWidth ?? 0),
          // Two lines, with the descenders of their letters.
          (title?.clientHeight ?? 0) > 44 || (title?.scrollHeight ?? 0) > 50,
          document.documentElement.scrollWidth > innerWidth,
          (pill?.right ?? innerWidth) > innerWidth - 12,
        ]
      })
      expect(cut, `${path}, ${says}, ${width} px`).toEqual([false, false, false, false])
    }
  }
})
