import { fundedPlayer } from '../support/funded-player.ts'
import { expectGoodAtAllWidths } from '../support/look-over.ts'
import { enter, idOf, logIn, mailedLink, type Person, somebody } from '../support/people.ts'
import { betButton, endOf, leaveOpen, rounds, standOf, tap } from '../support/play-round.ts'
import { type Browser, expect, type Page, test } from '../support/test.ts'

/** What an owner sees of the account, and what the owner does against a stranger in it. */

async function anotherBrowser(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })
  return context.newPage()
}

async function askForNewPassword(page: Page, person: Person, password: string): Promise<void> {
  const before = await mailedLink(page.request, person.email)
  await page.getByLabel('Email').fill(person.email)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Look into your mail' })).toBeFocused()
  await expect.poll(() => mailedLink(page.request, person.email)).not.toBe(before)
  await page.goto((await mailedLink(page.request, person.email)) ?? '')
  await page.getByLabel('New password').fill(password)
  await page.getByLabel('Confirm password').fill(password)
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
  await logIn(thief, person)
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

  await visitor.getByRole('button', { name: 'Freeze my account' }).press('Enter')
  await expect(visitor.getByRole('heading', { name: 'Your account is frozen.' })).toBeFocused()
  await expectGoodAtAllWidths(visitor, '/not-me, done')
  for (const each of [page, thief]) {
    await each.goto('/account')
    await expect(each).toHaveURL('/start')
  }
  await thief.goto('/login')
  await thief.getByLabel('Mobile number').fill(person.mobile)
  await thief.getByLabel('Password', { exact: true }).fill(person.password)
  await thief.keyboard.press('Enter')
  await expect(thief.getByText('This account is frozen.')).toBeVisible()

  await visitor.getByRole('link', { name: 'Set a new password' }).press('Enter')
  await askForNewPassword(visitor, person, 'big-pots-2')
  await logIn(visitor, { ...person, password: 'big-pots-2' })
  await visitor.goto(link)
  await visitor.getByRole('button', { name: 'Freeze my account' }).press('Enter')
  await expect(
    visitor.getByRole('heading', { name: 'This link is no longer valid.' }),
  ).toBeFocused()
  await visitor.goto('/account/security')
  const events = visitor.getByRole('list', { name: 'Recent events' })
  await expect(events).toContainText('Account frozen')
  await expect(events).toContainText('Password reset by a mailed link')
  await thief.context().close()
  await visitor.context().close()
})

test('a session that is ended elsewhere finds its open round at the next log-in', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await fundedPlayer(page, baseURL ?? '', 500)
  await leaveOpen(page, 'mines', tap)
  const stand = await standOf(page)

  const other = await anotherBrowser(browser, baseURL)
  await logIn(other, person)
  await other.goto('/account/security')
  const sessions = other.getByRole('list', { name: 'Sessions' })
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await expectGoodAtAllWidths(other, '/account/security, two sessions')
  await sessions.getByRole('button', { name: /^End / }).press('Enter')
  const question = other.getByRole('dialog', { name: 'End this session?' })
  await expect(question).toBeVisible()
  await expectGoodAtAllWidths(other, '/account/security, question')
  await other.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(sessions.getByRole('button', { name: /^End / })).toBeFocused()
  await other.keyboard.press('Enter')
  await question.getByRole('button', { name: 'End session' }).press('Enter')
  await expect(sessions.getByRole('listitem')).toHaveCount(1)

  await expect(page).toHaveURL('/start')
  expect(await idOf(page)).toBeUndefined()
  await logIn(page, person)
  await page.goto('/games/mines')
  await expect.poll(() => standOf(page)).toBe(stand)
  await (rounds.mines?.finish ?? rounds.mines?.play)?.(page, tap)
  await endOf(page)
  await page.reload()
  await expect(betButton(page)).toBeEnabled()
  await other.context().close()
})
