import { expect, type Page } from '@playwright/test'

/** How rounds are played in a browser, whoever presses. */

export const betSheet = (page: Page) => page.getByRole('dialog', { name: 'Place your bet' })
export const betButton = (page: Page) => betSheet(page).getByRole('button', { name: /^Bet / })
export const playAgain = (page: Page) => page.getByRole('button', { name: 'Play Again' })
export const dockOf = (page: Page) => page.getByRole('region', { name: 'Round' })

/** Presses what has that name. */
export type Press = (page: Page, name: string | RegExp) => Promise<void>

const named = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

export const tap: Press = (page, name) => named(page, name).tap()
export const click: Press = (page, name) => named(page, name).click()
export const pressEnter: Press = async (page, name) => {
  await expect(named(page, name)).toBeEnabled()
  await named(page, name).focus()
  await page.keyboard.press('Enter')
}

/** From the bet's acceptance to the result, with moves that always end a round. */
export const rounds: Readonly<Record<string, (page: Page, press: Press) => Promise<void>>> = {
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

/**
 * Bets, and makes a move that leaves the round open where the game has one: in Mines a safe tile,
 * in Tic-tac-toe an X.
 */
export async function leaveOpen(page: Page, game: string, press: Press): Promise<void> {
  await page.goto(`/games/${game}`)
  await press(page, /^Bet /)
  await expect(betSheet(page)).toBeHidden()
  if (game === 'tic-tac-toe') {
    await press(page, 'Row 2, column 2, empty')
    await expect(page.getByRole('button', { name: /, O$/ })).toHaveCount(1)
  }
  if (game !== 'mines') return
  await press(page, 'Row 1, column 1, hidden')
  await expect(page.getByRole('button', { name: /^Row 1, column 1, hidden$/ })).toHaveCount(0)
  // A mine: 10 of 25 first tiles are. The next round may do better.
  if (await playAgain(page).isVisible()) await leaveOpen(page, game, press)
}

/** All that the board and the dock say. */
export const standOf = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is([role=grid] button, [role=radio], [role=img], dt, dd)')]
      .filter((part) => !part.closest('[aria-label="This session"]'))
      .map((part) => `${part.getAttribute('aria-label') ?? ''} ${part.textContent}`.trim())
      .filter((text) => !text.startsWith('Balance'))
      .join('\n'),
  )

/** How the dock says that a round has ended. */
export async function endOf(page: Page): Promise<string> {
  await expect(playAgain(page)).toBeEnabled()
  return [
    await dockOf(page).getByRole('heading').textContent(),
    ...(await dockOf(page).getByRole('definition').allTextContents()),
  ].join(' ')
}
