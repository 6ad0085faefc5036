import { games } from '@pipkin/games'
import { withinADay } from '../../apps/server/test/within-a-day.ts'
import { fundedPlayer } from '../support/funded-player.ts'
import { balancesOf, idOf, letIn, type Person } from '../support/people.ts'
import {
  betButton,
  click,
  dockOf,
  endOf,
  leaveOpen,
  type Press,
  playAgain,
  rounds,
  standOf,
  tap,
} from '../support/play-round.ts'
import { type Browser, expect, type Page, test } from '../support/test.ts'

/** After any interruption a round is found as it was, and is played to its one end. */

const titles = Object.fromEntries(games.map(({ name, offer }) => [name, offer.title]))

/** The same player at a computer: another browser, a wide window, a mouse. */
async function anotherDevice(
  browser: Browser,
  person: Person,
  baseURL: string | undefined,
): Promise<Page> {
  const context = await browser.newContext({
    ...(baseURL !== undefined && { baseURL }),
    viewport: { width: 1280, height: 900 },
    isMobile: false,
    hasTouch: false,
  })
  const page = await context.newPage()
  await letIn(page, person)
  return page
}

/** Presses twice without a render in between. */
function twiceInOneGo(button: HTMLButtonElement): void {
  button.click()
  button.click()
}

for (const [game, { play, finish = play }] of Object.entries(rounds)) {
  test(`${game}: an open round is there after a reload, in the lists, on another device, and ends once`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const person = await fundedPlayer(page, baseURL ?? '', 500)
    await leaveOpen(page, game, tap)
    const stand = await standOf(page)
    const { OnHold } = await balancesOf(page)
    expect(OnHold).toBeGreaterThan(0)

    await page.reload()
    await expect.poll(() => standOf(page)).toBe(stand)
    await page.getByRole('button', { name: 'Back' }).first().tap()
    await page.getByRole('link', { name: `Resume ${titles[game]}` }).tap()
    await expect.poll(() => standOf(page)).toBe(stand)
    await page.goto('/')
    await page.getByRole('link', { name: `Open round: ${titles[game]}` }).tap()
    await expect.poll(() => standOf(page)).toBe(stand)

    const desk = await anotherDevice(browser, person, baseURL)
    await desk.goto(`/games/${game}`)
    await expect(dockOf(desk)).toBeVisible()
    await play(desk, click)
    const end = await endOf(desk)

    // This window doesn't know what the other one has done since.
    await finish(page, tap)
    expect(await endOf(page)).toBe(end)
    const after = await balancesOf(desk)
    expect(after.OnHold).toBe(0)
    await page.reload()
    await expect(betButton(page)).toBeEnabled()
    expect(await balancesOf(page)).toEqual(after)
    await desk.context().close()
  })

  test(`${game}: pressed twice on a slow network that loses answers, each press counts once`, async ({
    page,
    baseURL,
  }) => {
    await withinADay()
    await fundedPlayer(page, baseURL ?? '', 500)
    await page.goto(`/games/${game}`)
    const moves: string[] = []
    let held: Promise<void> | null = null
    await page.route('**/api/playRound', async (route) => {
      moves.push(JSON.stringify(route.request().postDataJSON().Move))
      const wait = held
      const response = await route.fetch()
      if (wait === null) return route.fulfill({ response })
      await wait
      await route.abort()
    })
    // The answer hangs until the second press is done, and then gets lost. _Try again_ is pressed
    // twice too.
    const pressTwice: Press = async (on, name) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      const sent = moves.length
      await tap(on, name)
      await expect.poll(() => moves.length).toBe(sent + 1)
      await on
        .locator('main :is([role=grid] button, section[aria-label=Round] button)')
        .first()
        .tap({ force: true })
      held = null
      resolve()
      await on.getByRole('button', { name: 'Try again' }).evaluate(twiceInOneGo)
    }
    await expect(betButton(page)).toBeEnabled()
    await betButton(page).evaluate(twiceInOneGo)
    await play(page, pressTwice)
    await expect(playAgain(page)).toBeEnabled()
    // Every move was sent twice in a row: for the first press, and for _Try again_.
    const made = moves.filter((_, at) => at % 2 === 0)
    expect(moves).toEqual(made.flatMap((move) => [move, move]))
    const [stake = 0, returned = 0] = (
      await dockOf(page).getByRole('definition').allTextContents()
    ).map(Number)
    const { CurrentBalance, Winning_Amount, OnHold } = await balancesOf(page)
    expect({ OnHold, sum: CurrentBalance + Winning_Amount }).toEqual({
      OnHold: 0,
      sum: 500 - stake + returned,
    })
    const { Data } = await (
      await page.request.get(`/api/todayActivity?User_Id=${await idOf(page)}&tz=UTC`)
    ).json()
    expect(Data).toHaveLength(1)
  })
}
