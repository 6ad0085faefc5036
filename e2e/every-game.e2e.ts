import { fundedPlayer } from './funded-player.ts'
import { balancesOf } from './people.ts'
import { expect, type Page, test } from './test.ts'

/** A whole round of every game: for money by touch and checked afterwards, by keyboard alone, and as a demo without a network. */

const betButton = (page: Page) =>
  page.getByRole('dialog', { name: 'Place your bet' }).getByRole('button', { name: /^Bet / })
const playAgain = (page: Page) => page.getByRole('button', { name: 'Play Again' })

type Press = (page: Page, name: string | RegExp) => Promise<void>
const tap: Press = (page, name) => page.getByRole('button', { name }).first().tap()
const pressEnter: Press = async (page, name) => {
  await page.getByRole('button', { name }).first().focus()
  await page.keyboard.press('Enter')
}

/** From the bet's acceptance to the result, with moves that always end a round. */
const rounds: Readonly<Record<string, (page: Page, press: Press) => Promise<void>>> = {
  async 'guess-number'(page, press) {
    await page
      .getByRole('radio', { name: /^(Even|Odd)/, disabled: false })
      .first()
      .focus()
    await page.keyboard.press('Space')
    await press(page, 'Draw the number')
  },
  async mines(page, press) {
    await press(page, 'Row 3, column 3, hidden')
    const mine = page.getByRole('button', { name: 'Row 3, column 3, mine' })
    const safe = page.getByRole('button', { name: /^Row 3, column 3, [\d.]+ times$/ })
    await expect(mine.or(safe)).toBeVisible()
    if (await safe.isVisible()) await press(page, 'Cash Out')
  },
  'slot-machine': (page, press) => press(page, 'Spin'),
  async 'tic-tac-toe'(page, press) {
    // Each X waits for the computer's O; five are the most that a round takes.
    const empty = page.getByRole('button', { name: /, empty$/, disabled: false })
    for (let marks = 0; marks < 5; marks += 1) {
      await expect(empty.first().or(playAgain(page))).toBeVisible()
      if (await playAgain(page).isVisible()) return
      const before = await empty.count()
      await press(page, /, empty$/)
      await expect
        .poll(
          async () =>
            (await playAgain(page).isVisible()) ||
            (await page.getByRole('button', { name: /, empty$/ }).count()) <= before - 2,
        )
        .toBe(true)
    }
  },
}

for (const [game, play] of Object.entries(rounds)) {
  test(`${game} for money, by touch; then its proof checks out`, async ({ page, baseURL }) => {
    await fundedPlayer(page, baseURL ?? '', 500)
    await page.goto(`/games/${game}`)
    await betButton(page).tap()
    await play(page, tap)
    await expect(playAgain(page)).toBeEnabled()
    const { CurrentBalance, Winning_Amount, OnHold } = await balancesOf(page)
    expect(OnHold).toBe(0)
    const said = await page.getByRole('region', { name: 'Round' }).getByRole('definition').allTextContents()
    const [stake, returned] = said.map(Number)
    expect(CurrentBalance + Winning_Amount).toBe(500 - (stake ?? 0) + (returned ?? 0))
    await page.getByRole('link', { name: 'Verify this round' }).tap()
    await expect(page.getByText('This round checks out')).toBeVisible()
  })

  test(`${game} for money, by keyboard alone`, async ({ page, baseURL }) => {
    await fundedPlayer(page, baseURL ?? '', 500)
    await page.goto(`/games/${game}`)
    await betButton(page).focus()
    await page.keyboard.press('Enter')
    await play(page, pressEnter)
    await expect(playAgain(page)).toBeEnabled()
  })

  test(`the demo of ${game} goes on without a network`, async ({ page, context, baseURL }) => {
    await fundedPlayer(page, baseURL ?? '', 500)
    await page.goto(`/demo-games/${game}`)
    await expect(betButton(page)).toBeEnabled()
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await betButton(page).tap()
    await play(page, tap)
    await expect(playAgain(page)).toBeEnabled()
    await context.setOffline(false)
    expect(await balancesOf(page)).toMatchObject({ CurrentBalance: 500, Winning_Amount: 0 })
  })
}
