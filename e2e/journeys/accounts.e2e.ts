import { press, typeIn } from '../support/keys.ts'
import { expectGoodAtAllWidths } from '../support/look-over.ts'
import {
  enter,
  fillSignUp,
  giveCode,
  logIn,
  mailedCode,
  mailedLink,
  somebody,
} from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('a visitor signs up with the mailed code, logs in and out; what is wrong is said in place', async ({
  page,
}) => {
  const person = somebody()

  await test.step('the form, and a code that is missing or wrong', async () => {
    await page.goto('/signup?code=ABCDEFGH')
    await expect(page.getByText('From your invite')).toBeVisible()
    await press(page.getByRole('button', { name: 'Sign Up' }))
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expectGoodAtAllWidths(page, '/signup, errors')

    await page.goto('/start')
    await press(page.getByRole('link', { name: 'Create An Account' }))
    await fillSignUp(page, person)
    const popup = page.getByRole('dialog', { name: 'Verify your email' })
    await press(popup.getByRole('button', { name: 'Continue' }))
    await expect(popup.getByText('Please enter your otp.')).toBeVisible()
    await expect.poll(() => mailedCode(page.request, person.email).catch(() => null)).not.toBeNull()
    const right = await mailedCode(page.request, person.email)
    await typeIn(popup.getByLabel('4-digit code'), right === '1234' ? '4321' : '1234')
    await press(popup.getByRole('button', { name: 'Continue' }))
    await expect(popup.getByText('Wrong code. Please try again.')).toBeVisible()
    await expectGoodAtAllWidths(page, 'the mailed code, an error')
    await giveCode(page, person)
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('status')).toBeVisible()
  })

  await test.step('log-in never says which of the two is wrong', async () => {
    const submit = page.getByRole('button', { name: 'Login' })
    await press(submit)
    await expect(page.getByText('Please enter your phone number and password')).toBeVisible()
    await expectGoodAtAllWidths(page, '/login, an error')
    await typeIn(page.getByLabel('Mobile number'), '123')
    await typeIn(page.getByLabel('Password', { exact: true }), 'whatever')
    await press(submit)
    await expect(page.getByText('Please enter a valid 10-digit mobile number')).toBeVisible()
    await typeIn(page.getByLabel('Mobile number'), '9000000000')
    await press(submit)
    await expect(page.getByRole('alert')).toContainText('Wrong mobile number or password')
    await expectGoodAtAllWidths(page, '/login, refused')
    await logIn(page, person)
  })

  await test.step('the session and a dark theme outlive a reload', async () => {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.reload()
    await expect(page.getByText(person.name)).toBeVisible()
    await press(page.getByRole('link', { name: 'Account' }))
    await press(page.getByRole('switch', { name: 'Dark Mode' }))
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  })

  await press(page.getByRole('button', { name: 'Log Out' }))
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Create account' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('userGame'))).toBeNull()
})

test('a forgotten password is set anew by the mailed link', async ({ page, browser }) => {
  const person = somebody()
  await enter(page, person)
  const elsewhere = await browser.newPage()
  await elsewhere.goto('/login')
  await press(elsewhere.getByRole('link', { name: 'Forgot your password?' }))
  await press(elsewhere.getByLabel('Email'))
  await expect(elsewhere.getByText('Please enter your email', { exact: true })).toBeVisible()
  await expectGoodAtAllWidths(elsewhere, '/forgot-password, an error')
  await typeIn(elsewhere.getByLabel('Email'), person.email)
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere.getByRole('heading', { name: 'Look into your mail' })).toBeFocused()
  await expectGoodAtAllWidths(elsewhere, '/forgot-password, done')

  await expect.poll(() => mailedLink(page.request, person.email)).not.toBeNull()
  await elsewhere.goto((await mailedLink(page.request, person.email)) ?? '')
  await typeIn(elsewhere.getByLabel('New password'), 'big-pots-2')
  await typeIn(elsewhere.getByLabel('Confirm password'), 'big-pots-2')
  await expectGoodAtAllWidths(elsewhere, '/reset-password, by link')
  await typeIn(elsewhere.getByLabel('Confirm password'), 'another')
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere.getByText(/doesn't match the new password/)).toBeVisible()
  await expectGoodAtAllWidths(elsewhere, '/reset-password, an error')
  await typeIn(elsewhere.getByLabel('Confirm password'), 'big-pots-2')
  await elsewhere.keyboard.press('Enter')
  await expect(
    elsewhere.getByRole('heading', { name: 'Your password has been updated.' }),
  ).toBeFocused()
  await expectGoodAtAllWidths(elsewhere, '/reset-password, done')
  await elsewhere.reload()
  await typeIn(elsewhere.getByLabel('New password'), 'big-pots-3')
  await typeIn(elsewhere.getByLabel('Confirm password'), 'big-pots-3')
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere.getByText('This link is no longer valid.')).toBeVisible()

  // The first browser's session has ended, and the new password opens another.
  await page.goto('/account')
  await expect(page).toHaveURL('/start')
  await logIn(page, { ...person, password: 'big-pots-2' })
})

test('SESSION-10 a session that is not real is cleared silently', async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem(
      'userGame',
      JSON.stringify({ mobile: '9000000000', name: 'Nobody', userID: 12345678 }),
    ),
  )
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Create account' })).toBeVisible()
})

test('SESSION-33 a page that Back brings as it was left shows nothing of a player who has gone', async ({
  page,
}) => {
  const { name } = somebody()
  const player = await enter(page)
  const stored = await page.evaluate(() => localStorage.getItem('userGame') ?? '')
  await page.goto('/account')
  await expect(page.getByText(name)).toBeVisible()
  // A browser under test keeps no page as it was left. So this does what another browser does: a
  // page that is kept gets no event of a log-out in another one.
  const backBehind = (change: string | null) =>
    page.evaluate((kept) => {
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
      if (kept === null) localStorage.removeItem('userGame')
      else localStorage.setItem('userGame', kept)
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    }, change)
  await backBehind(stored)
  await expect(page.getByText(`ID ${player}`)).toBeVisible()
  await backBehind(null)
  await expect(page).toHaveURL('/start')
  await expect(page.getByText(name)).toBeHidden()
})

test('an address that does not exist says so', async ({ page }) => {
  await page.goto('/no-such-screen')
  await expect(page.getByText('404 - Page Not Found')).toBeVisible()
  await expect(page).toHaveTitle('404 - Page Not Found · Pipkin')
})

test('what a player writes to support outlives the session that ends meanwhile', async ({
  page,
}) => {
  const person = somebody()
  await enter(page, person)
  await page.goto('/support')
  const message = page.getByLabel('Your message')
  await message.fill('I sent it twice, and only one came.')
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('You were logged out. What you wrote is kept')).toBeVisible()
  await expect(message).toHaveValue('')
  await page.getByRole('link', { name: 'log in' }).click()
  await typeIn(page.getByLabel('Mobile number'), person.mobile)
  await typeIn(page.getByLabel('Password', { exact: true }), person.password)
  await press(page.getByRole('button', { name: 'Login' }))
  await expect(page).toHaveURL('/support')
  await expect(message).toHaveValue('I sent it twice, and only one came.')
})
