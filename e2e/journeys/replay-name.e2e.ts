import { fundedPlayer } from '../support/funded-player.ts'
import { expectAccessible } from '../support/look-over.ts'
import { idOf } from '../support/people.ts'
import { type Browser, expect, type Page, test } from '../support/test.ts'

/** The switch that has the replay of a round carry its player's name, and all who see the link. */

/** A spin of the slot, by the calls alone; answers the address of its replay. */
async function replayOf(page: Page): Promise<string> {
  const User_Id = await idOf(page)
  const post = async (call: string, data: object) =>
    (await page.request.post(`/api/${call}`, { data: { User_Id, ...data } })).json()
  const bet = { StatusMsg: 'amtplaced', Amount: -10, Game_Id: 3 }
  const { Transaction_Id } = await post('addTransaction', bet)
  await post('playRound', { Transaction_Id, Move: { spin: true } })
  return `/rounds/${Transaction_Id}`
}

/** Someone with the link, in a browser that keeps the app and its pages. */
async function someone(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({
    ...(baseURL !== undefined && { baseURL }),
    serviceWorkers: 'allow',
  })
  return context.newPage()
}

const nameSwitch = (page: Page) => page.getByRole('switch', { name: 'With my name' })
const playedBy = (page: Page) => page.getByText(/^Played by /)
const isShown = (page: Page) =>
  expect(page.getByRole('heading', { name: 'Fruit Slot, as it went' })).toBeVisible()

/** What another site shows of the link. */
async function titleOf(page: Page, replay: string): Promise<string> {
  const html = await (await page.request.get(replay)).text()
  return /<meta property="og:title" content="([^"]*)">/.exec(html)?.[1] ?? ''
}

test('a replay carries the name while its player wishes it, in every window', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await fundedPlayer(page, baseURL ?? '', 100)
  const [replay, other] = [await replayOf(page), await replayOf(page)]
  const visitor = await someone(browser, baseURL)
  const expectNamed = async (name: string | null) => {
    for (const address of [replay, replay, other]) {
      await visitor.goto(address)
      await isShown(visitor)
      if (name === null || address === other) await expect(playedBy(visitor)).toBeHidden()
      else await expect(playedBy(visitor)).toHaveText(`Played by ${name}`)
    }
    const title = await titleOf(visitor, replay)
    if (name === null) expect(title).toMatch(/^A round of Fruit Slot: /)
    else expect(title).toContain(`${name}’s round of Fruit Slot: `)
  }

  await page.goto(replay)
  await expect(nameSwitch(page)).not.toBeChecked()
  await expect(page.getByText("Off: the link doesn't say whose round it was")).toBeVisible()
  await expectNamed(null)
  await expect(nameSwitch(visitor)).toBeHidden()

  await nameSwitch(page).press('Space')
  await expect(page.getByText('The link says that Meera N. played it')).toBeVisible()
  await expectAccessible(page, '/rounds, with the name')
  await expectNamed('Meera N.')

  // Another window of the player shows the wish, and takes it back.
  const second = await context.newPage()
  await second.goto(replay)
  await expect(nameSwitch(second)).toBeChecked()
  await nameSwitch(second).tap()
  await expect(nameSwitch(second)).not.toBeChecked()
  await page.bringToFront()
  await page.reload()
  await expect(nameSwitch(page)).not.toBeChecked()

  // The visitor's browser has kept the page, with the name in it.
  await expectNamed(null)
  await visitor.goBack()
  await visitor.goForward()
  await isShown(visitor)
  await expect(playedBy(visitor)).toBeHidden()

  // Without a network the wish stays as it was.
  await context.setOffline(true)
  await nameSwitch(page).tap()
  await expect(page.getByText('Your choice could not be saved')).toBeVisible()
  await expect(nameSwitch(page)).not.toBeChecked()
  await context.setOffline(false)
  await expectNamed(null)
  await visitor.context().close()
})
