import { fundedPlayer } from '../support/funded-player.ts'
import { lookOver } from '../support/look-over.ts'
import { balancesOf } from '../support/people.ts'
import {
  betButton,
  betSheet,
  click,
  dockOf,
  playAgain,
  pressEnter,
  rounds,
  tap,
} from '../support/play-round.ts'
import { expect, type Page, type Request, test } from '../support/test.ts'

/**
 * A whole round of every game: for money by touch and verified afterwards, by keyboard alone, and
 * as a demo offline. Each board is checked in play and at the end.
 */

/**
 * Lets only the events of rounds reach the page. The event of its deposit may come late to a busy
 * page, in the middle of a round, and would count among the round's reads.
 */
const hearOfRoundsAlone = (page: Page) =>
  page.addInitScript(() => {
    window.EventSource = class extends EventSource {
      constructor(url: string | URL) {
        super(url)
        // Listens first, before the page's own listeners.
        for (const name of ['balance', 'deposit', 'notice'])
          this.addEventListener(name, (event) => {
            if (!/placed|ended/.test(String(event.data))) event.stopImmediatePropagation()
            // After what the page's own listeners do at once.
            if (/ended/.test(String(event.data)))
              setTimeout(() => performance.mark('heard of the end'))
          })
      }
    }
  })

for (const [game, { play }] of Object.entries(rounds)) {
  test(`${game} for money, by touch: its calls, its proof; and again by keyboard alone`, async ({
    page,
    baseURL,
  }) => {
    const deposit = 1_000
    await fundedPlayer(page, baseURL ?? '', deposit)
    await hearOfRoundsAlone(page)
    await page.goto(`/games/${game}`)
    await expect(betButton(page)).toBeEnabled()
    // The clock is loaded last, and reads.
    await expect(page.getByRole('timer').first()).toBeVisible()
    await page.waitForLoadState('networkidle')

    await test.step('a whole round makes its calls and reads nothing again', async () => {
      const calls: string[] = []
      const note = (request: Request) => {
        const { pathname } = new URL(request.url())
        if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname.slice(5)}`)
      }
      page.on('request', note)
      await betButton(page).tap()
      await play(page, tap)
      await expect(playAgain(page)).toBeEnabled()
      // The event about its end may come later, and make the page read.
      await page.waitForFunction(() => performance.getEntriesByName('heard of the end').length > 0)
      page.off('request', note)
      const [bet, confirmation, ...moves] = calls
      expect([bet, confirmation]).toEqual(['POST addTransaction', 'POST addParticipation'])
      expect(moves.length).toBeGreaterThan(0)
      expect(new Set(moves)).toEqual(new Set(['POST playRound']))
    })
    await test.step('what it says is what was paid, and its proof checks out', async () => {
      const { CurrentBalance, Winning_Amount, OnHold } = await balancesOf(page)
      expect(OnHold).toBe(0)
      const said = await dockOf(page).getByRole('definition').allTextContents()
      const [stake = 0, returned = 0] = said.map(Number)
      expect(CurrentBalance + Winning_Amount).toBe(deposit - stake + returned)
      await page.getByRole('link', { name: 'Verify this round' }).tap()
      await expect(page.getByText('This round checks out')).toBeVisible()
    })
    await test.step('by keyboard alone', async () => {
      await page.goto(`/games/${game}`)
      await pressEnter(page, /^Bet /)
      await expect(betSheet(page)).toBeHidden()
      await lookOver(page, `${game}, open`)
      await play(page, pressEnter)
      await expect(playAgain(page)).toBeEnabled()
      await lookOver(page, `${game}, ended`)
    })
  })

  test(`the demo of ${game} by touch, keyboard and mouse makes no call, and needs no network`, async ({
    page,
    context,
    baseURL,
  }) => {
    await fundedPlayer(page, baseURL ?? '', 0)
    // A busy page may verify its player only after the network has been idle.
    const verified = page.waitForResponse('**/api/verify-user')
    await page.goto(`/demo-games/${game}`)
    await expect(betButton(page)).toBeEnabled()
    await verified
    await page.waitForLoadState('networkidle')
    const calls: string[] = []
    page.on('request', (request) => calls.push(request.url()))
    await context.setOffline(true)
    for (const press of [tap, pressEnter, click]) {
      await press(page, /^Bet /)
      await expect(betSheet(page)).toBeHidden()
      if (press === click) await lookOver(page, `the demo of ${game}, open`)
      await play(page, press)
      await expect(playAgain(page)).toBeEnabled()
      if (press === click) await lookOver(page, `the demo of ${game}, ended`)
      const pictures = page.locator('main img')
      await expect
        .poll(() =>
          pictures.evaluateAll((all: HTMLImageElement[]) =>
            all
              .filter(({ complete, naturalWidth }) => !complete || naturalWidth === 0)
              .map(({ src }) => src),
          ),
        )
        .toEqual([])
      await press(page, 'Play Again')
    }
    expect(calls).toEqual([])
  })
}
