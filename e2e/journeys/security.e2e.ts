import { press, typeIn } from '../support/keys.ts'
import { expectGoodAtAllWidths } from '../support/look-over.ts'
import { enter, idOf, letIn, logIn, mailedLink, type Person, somebody } from '../support/people.ts'
import { type Browser, expect, type Page, test } from '../support/test.ts'

/** What an owner sees of the account, and what the owner does against a stranger in it. */

async function anotherBrowser(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })
  return context.newPage()
}

async function askForNewPassword(page: Page, person: Person, password: string): Promise<void> {
  const before = await mailedLink(page.request, person.email)
  await typeIn(page.getByLabel('Email'), person.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeFocused()
  await expect.poll(() => mailedLink(page.request, person.email)).not.toBe(before)
  await page.goto((await mailedLink(page.request, person.email)) ?? '')
  await typeIn(page.getByLabel('New password'), password)
  await typeIn(page.getByLabel('Confirm password'), password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your password has been updated.' })).toBeFocused()
}

test('FREEZE-02 "This wasn’t me" of a mail freezes the account until its owner sets a new password', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = somebody()
  await enter(page, person)
  const thief = await anotherBrowser(browser, baseURL)
  await letIn(thief, person)
  await expect.poll(() => mailedLink(page.request, person.email, 'not-me')).not.toBeNull()
  const link = (await mailedLink(page.request, person.email, 'not-me')) ?? ''

  // A mail scanner opens the link, and nothing happens.
  expect((await page.request.get(link)).ok()).toBe(true)
  const visitor = await anotherBrowser(browser, baseURL)
  await visitor.goto(link)
  await expect(visitor.getByRole('heading', { name: 'Freeze your account?' })).toBeVisible()
  await expectGoodAtAllWidths(visitor, '/not-me')
  await thief.goto('/account')
  await expect(thief.getByRole('button', { name: 'Log Out' })).toBeVisible()

  await press(visitor.getByRole('button', { name: 'Freeze my account' }))
  await expect(visitor.getByRole('heading', { name: 'Your account is frozen.' })).toBeFocused()
  await expectGoodAtAllWidths(visitor, '/not-me, done')
  for (const each of [page, thief]) {
    await each.goto('/account')
    await expect(each).toHaveURL('/start')
  }
  await thief.goto('/login')
  await typeIn(thief.getByLabel('Mobile number'), person.mobile)
  await typeIn(thief.getByLabel('Password', { exact: true }), person.password)
  await thief.keyboard.press('Enter')
  await expect(thief.getByText('This account is frozen.')).toBeVisible()
  await expectGoodAtAllWidths(thief, '/login, frozen')

  await press(visitor.getByRole('link', { name: 'Set a new password' }))
  await askForNewPassword(visitor, person, 'big-pots-2')
  await logIn(visitor, { ...person, password: 'big-pots-2' })
  await visitor.goto(link)
  await press(visitor.getByRole('button', { name: 'Freeze my account' }))
  await expect(
    visitor.getByRole('heading', { name: 'This link is no longer valid.' }),
  ).toBeFocused()
  await expectGoodAtAllWidths(visitor, '/not-me, over')
  // The local product holds no money: answers as a house with HOLD_HOURS would.
  await visitor.route('**/api/security*', async (route) => {
    const response = await route.fetch()
    const json = await response.json()
    const hold = { until: '2027-01-01T00:00:00.000Z', why: 'your password was reset' }
    json.Data.holds = ['withdraw', 'send'].map((what) => ({ what, ...hold }))
    await route.fulfill({ response, json })
  })
  await visitor.goto('/account/security')
  await expect(visitor.getByRole('region', { name: 'What waits' })).toContainText(
    'Withdrawals and sends wait until',
  )
  await expectGoodAtAllWidths(visitor, '/account/security, held')
  const events = visitor.getByRole('list', { name: 'Recent events' })
  await expect(events).toContainText('Account frozen')
  await expect(events).toContainText('Password reset by a mailed link')
  await thief.context().close()
  await visitor.context().close()
})

test('a session is ended elsewhere, after a question, and its page goes to the start', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = somebody()
  await enter(page, person)
  await page.goto('/account')
  const other = await anotherBrowser(browser, baseURL)
  await letIn(other, person)
  await other.goto('/account/security')
  const sessions = other.getByRole('list', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expectGoodAtAllWidths(other, '/account/security, two sessions')
  await press(sessions.getByRole('button', { name: /^End / }))
  const question = other.getByRole('dialog', { name: 'End this session?' })
  await expect(question).toBeVisible()
  await expectGoodAtAllWidths(other, '/account/security, question')
  await other.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(sessions.getByRole('button', { name: /^End / })).toBeFocused()
  await other.keyboard.press('Enter')
  await press(question.getByRole('button', { name: 'End session' }))
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  // The button that had the focus has gone with its row.
  await press(other.getByRole('link', { name: 'Account', exact: true }))
  await expect(other).toHaveURL('/account')

  await expect(page).toHaveURL('/start')
  expect(await idOf(page)).toBeUndefined()
  await other.context().close()
})
