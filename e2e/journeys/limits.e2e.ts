import { withinADay } from '../../apps/server/test/within-a-day.ts'
import { fundedPlayer } from '../support/funded-player.ts'
import { expectAccessible, expectRoomToPress } from '../support/look-over.ts'
import { betButton, betSheet } from '../support/play-round.ts'
import { routeOnce } from '../support/route.ts'
import { expect, test } from '../support/test.ts'

test('a player sets limits by keyboard, meets them in a game, and stops for a day', async ({
  page,
  baseURL,
}) => {
  await fundedPlayer(page, baseURL ?? '', 500)
  await page.goto('/account')
  await page.getByRole('link', { name: 'Limits and breaks' }).press('Enter')
  await expect(page).toHaveURL('/account/limits')
  await expect(page.getByRole('heading', { name: 'Limits and breaks' })).toBeVisible()
  await expectAccessible(page, '/account/limits')
  await expectRoomToPress(page, '/account/limits')

  await page.getByRole('button', { name: 'Set the limit: Stake a round' }).press('Enter')
  await page.getByLabel('Limit', { exact: true }).fill('4')
  await expectAccessible(page, '/account/limits, a limit')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The limit counts from now on')).toBeVisible()
  await page.getByRole('button', { name: 'Change the limit: Stake a round' }).press('Enter')
  await page.getByLabel('Limit', { exact: true }).fill('50')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^50 fkr waits: confirm it from/)).toBeVisible()

  // The smallest bet here is 5 fkr.
  await page.goto('/games/guess-number')
  const round = page.getByRole('region', { name: 'Round' })
  await expect(round.getByText('Your stake limit is 4 fkr a round.')).toBeVisible()
  await expect(betSheet(page)).toBeHidden()
  const clock = page.getByRole('region', { name: 'Time played' })
  await expect(clock.getByRole('timer')).toHaveText(/^0:\d\d:\d\d$/)
  await expect(clock.getByText('0 fkr')).toBeVisible()

  await clock.getByRole('button', { name: 'Stop now' }).press('Enter')
  await expect(clock.getByText(/^On a break until/)).toBeVisible()
  await page.reload()
  await expect(round.getByText(/^You are on a break until/)).toBeVisible()
  await expect(round.getByRole('button', { name: 'Place a bet' })).toBeHidden()
  await expectAccessible(page, '/games/guess-number on a break')

  await page.goto('/')
  await expect(page.getByRole('link', { name: /See the odds/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /Invite/ })).toBeHidden()

  await page.goto('/account/limits')
  await expect(page.getByText(/^You are on a break until/)).toBeVisible()
  for (const width of [320, 390, 1440]) {
    // As high as the page, or the navigation covers a part of a button that scrolling uncovers.
    await page.setViewportSize({ width, height: 2_400 })
    await expectAccessible(page, `/account/limits at ${width}`)
  }
})

test('a new player finds from Home a loss limit, when a raise begins, and a break', async ({
  page,
  baseURL,
}) => {
  await fundedPlayer(page, baseURL ?? '', 0)
  await page.goto('/')
  /** Presses the visible control with these words. */
  const press = (words: string | RegExp) => page.getByText(words).filter({ visible: true }).click()
  await press('Account')
  await press('Limits and breaks')
  const losses = page.getByRole('region', { name: 'Losses' })
  const aDay = losses.getByRole('listitem').filter({ hasText: 'In 24 hours' })
  await aDay.getByText('Set').click()
  await page.getByLabel('Limit', { exact: true }).fill('50')
  await press('Set the limit')
  await expect(aDay).toContainText('50 fkr')

  await aDay.getByText('Change').click()
  await page.getByLabel('Limit', { exact: true }).fill('80')
  await expect(page.getByText('A raise waits 24 hours')).toBeVisible()
  await press('Ask for the raise')
  await expect(aDay).toContainText(/80 fkr waits: confirm it from \d/)

  await page.getByText('Take a break').first().click()
  await expect(page.getByRole('heading', { name: 'Take a break' })).toBeInViewport()
  await page.getByRole('region', { name: 'Take a break' }).getByText('24 hours').click()
  await expect(page.getByRole('dialog', { name: 'Take a break?' })).toBeVisible()
  await expect(page.getByText('Stop for 24 hours')).toBeVisible()
})

test('a reminder holds a bet back over the open bet sheet, until it is pressed away', async ({
  page,
  baseURL,
}) => {
  await fundedPlayer(page, baseURL ?? '', 500)
  await page.goto('/games/guess-number')
  // The shortest reminder takes five minutes: the first bet is answered as if they had passed.
  const startedAt = new Date().toISOString()
  const session = { startedAt, seconds: 301, staked: 20, returned: 15, net: -5 }
  await routeOnce(page, '**/api/addTransaction', (route) =>
    route.fulfill({
      json: {
        Status: false,
        Message: 'Please look at your session before the next bet',
        Data: { reminder: { session } },
      },
    }),
  )
  await betButton(page).click()
  const reminder = page.getByRole('dialog', { name: 'Your session so far' })
  await expect(reminder.getByText('You have played for 0:05:01. No bet was placed.')).toBeVisible()
  await expectAccessible(page, '/games/guess-number, reminder')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(reminder.getByRole('button', { name: 'Go on playing' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(reminder).toBeHidden()
  await expect(betSheet(page)).toBeVisible()
  await betButton(page).click()
  await expect(page.getByText('Game started!')).toBeVisible()
})

test('what was played is in the history by session, day and month, and can be taken away', async ({
  page,
  baseURL,
}) => {
  await withinADay()
  await fundedPlayer(page, baseURL ?? '', 500)
  await page.goto('/games/slot-machine')
  await betButton(page).click()
  await expect(page.getByText('Game started!')).toBeVisible()

  await page.goto('/account/limits')
  await page.getByRole('link', { name: 'See the history' }).press('Enter')
  await expect(page).toHaveURL('/account/limits/history')
  const list = page.getByRole('list', { name: 'History' })
  await expect(list).toContainText('staked 10')
  for (const tab of ['Days', 'Months']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(list).toContainText('staked 10')
  }
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download as CSV' }).press('Enter')
  expect((await download).suggestedFilename()).toBe('history-by-month.csv')

  await page.getByRole('button', { name: /^The last month/ }).press('Enter')
  await expect(page.getByRole('table')).toContainText('Withdrawn')
  await expectRoomToPress(page, '/account/limits/history')
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectAccessible(page, `/account/limits/history at ${width}`)
  }
})
