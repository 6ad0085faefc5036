import { games } from '@pipkin/games'
import { expect, type Page } from '@playwright/test'

/** How journeys and pictures play rounds in a browser. */

/** A sheet, or from 1100 px a part of the screen. */
export const betSheet = (page: Page) =>
  page
    .getByRole('dialog', { name: 'Place your bet' })
    .or(page.getByRole('region', { name: 'Place your bet' }))
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

/** How a browser plays a game's round: each game's folder exports one (`play.e2e.ts`). */
export interface RoundInBrowser {
  /** From the bet's acceptance to the result, with moves that always end a round. */
  play(page: Page, press: Press): Promise<void>
  /** A move that leaves the round open, where the game has one. It may still end the round. */
  begin?(page: Page, press: Press): Promise<void>
  /** What ends a round that `begin` has begun; without it `play` does. */
  finish?(page: Page, press: Press): Promise<void>
  /** A text on its demo as it opens. */
  readonly demoText: string
}

const folders = '../../apps/web/src/games'

/** How a browser plays a round of each game, by the game's name. */
export const rounds: Readonly<Record<string, RoundInBrowser>> = Object.fromEntries(
  await Promise.all(
    games.map(async ({ name }) => {
      const { round }: { round: RoundInBrowser } = await import(`${folders}/${name}/play.e2e.ts`)
      return [name, round] as const
    }),
  ),
)

/** Opens a game, bets, and makes a move that leaves the round open where the game has one. */
export async function leaveOpen(page: Page, game: string, press: Press): Promise<void> {
  await page.goto(`/games/${game}`)
  await betAndBegin(page, game, press)
}

/** The same on a game that is open. */
export async function betAndBegin(page: Page, game: string, press: Press): Promise<void> {
  await press(page, /^Bet /)
  await expect(betSheet(page)).toBeHidden()
  await rounds[game]?.begin?.(page, press)
  // In Mines, 10 of 25 first tiles are mines. The next round may do better.
  if (await playAgain(page).isVisible()) await leaveOpen(page, game, press)
}

/** All that the board and the dock say. */
export const standOf = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [...document.querySelectorAll('main :is([role=grid] button, [role=radio], [role=img], dt, dd)')]
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
