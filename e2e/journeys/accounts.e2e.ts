import { expectGoodAtAllWidths } from '../support/look-over.ts'
import {
  enter,
  fillSignUp,
  giveCode,
  logIn,
  mailedCode,
  mailedLink,
  signUp,
  somebody,
} from '../support/people.ts'
import { expect, test } from '../support/test.ts'

test('a visitor signs up with the mailed code, logs in and out', async ({ page }) => {
  const person = somebody()
  await signUp(page, person)
  await expect(page.getByRole('status')).toBeVisible()
  await logIn(page, person)

  await page.reload()
  await expect(page.getByText(person.name)).toBeVisible()
  await page.getByRole('link', { name: 'Account' }).click()
  await page.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Create account' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('userGame'))).toBeNull()
})

test('a forgotten password is set anew by the mailed link', async ({ page, browser }) => {
  const person = somebody()
  await enter(page, person)
  const elsewhere = await browser.newPage()
  await elsewhere.goto('/login')
  await elsewhere.getByRole('link', { name: 'Forgot your password?' }).press('Enter')
  await elsewhere.getByLabel('Email').fill(person.email)
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere.getByRole('heading', { name: 'Look into your mail' })).toBeFocused()
  await expectGoodAtAllWidths(elsewhere, '/forgot-password, done')

  await expect.poll(() => mailedLink(page.request, person.email)).not.toBeNull()
  await elsewhere.goto((await mailedLink(page.request, person.email)) ?? '')
  await elsewhere.getByLabel('New password').fill('big-pots-2')
  await elsewhere.getByLabel('Confirm password').fill('big-pots-2')
  await expectGoodAtAllWidths(elsewhere, '/reset-password, by link')
  await elsewhere.keyboard.press('Enter')
  await expect(
    elsewhere.getByRole('heading', { name: 'Your password has been updated.' }),
  ).toBeFocused()
  await elsewhere.reload()
  await elsewhere.getByLabel('New password').fill('big-pots-3')
  await elsewhere.getByLabel('Confirm password').fill('big-pots-3')
  await elsewhere.keyboard.press('Enter')
  await expect(elsewhere.getByText('This link is no longer valid.')).toBeVisible()

  // The first browser's session has ended, and the new password opens another.
  await page.goto('/account')
  await expect(page).toHaveURL('/start')
  await logIn(page, { ...person, password: 'big-pots-2' })
})

test('a wrong code and an empty one are refused where they were typed', async ({ page }) => {
  const person = somebody()
  await page.goto('/signup?code=ABCDEFGH')
  await expect(page.getByText('From your invite')).toBeVisible()
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Phone').fill(person.mobile)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Sign Up' }).click()
  const popup = page.getByRole('dialog', { name: 'Verify your email' })
  await popup.getByRole('button', { name: 'Continue' }).click()
  await expect(popup.getByText('Please enter your otp.')).toBeVisible()
  await expect.poll(() => mailedCode(page.request, person.email).catch(() => null)).not.toBeNull()
  const right = await mailedCode(page.request, person.email)
  await popup.getByLabel('4-digit code').fill(right === '1234' ? '4321' : '1234')
  await popup.getByRole('button', { name: 'Continue' }).click()
  await expect(popup.getByText('Wrong code. Please try again.')).toBeVisible()
})

test('an address that the server holds for verified no longer is verified again', async ({
  page,
}) => {
  const person = somebody()
  await page.goto('/signup')
  await fillSignUp(page, person)
  await expect(page.getByText('We sent a 4-digit code to')).toBeVisible()
  await page.route(
    '**/api/signUp',
    (route) =>
      route.fulfill({ json: { Status: false, Message: 'Please verify your email address first' } }),
    { times: 1 },
  )
  const newCode = page.waitForResponse(
    (response) => response.request().postDataJSON()?.regenerate === true,
  )
  await giveCode(page, person)
  await newCode
  await giveCode(page, person)
  await expect(page).toHaveURL('/login')
})

test('log-in says what is missing and never which of the two is wrong', async ({ page }) => {
  await page.goto('/login')
  const submit = page.getByRole('button', { name: 'Login' })
  await submit.click()
  await expect(page.getByText('Please enter your phone number and password')).toBeVisible()
  await page.getByLabel('Mobile number').fill('123')
  await page.getByLabel('Password', { exact: true }).fill('whatever')
  await submit.click()
  await expect(page.getByText('Please enter a valid 10-digit mobile number')).toBeVisible()
  await page.getByLabel('Mobile number').fill('9000000000')
  await submit.click()
  await expect(page.getByRole('alert')).toContainText('Wrong mobile number or password')
})

test('guarded screens send visitors to the start and back after log-in', async ({ page }) => {
  const person = somebody()
  await signUp(page, person)
  await page.goto('/account/wallet')
  await expect(page).toHaveURL('/start')
  await page.getByRole('link', { name: 'Have an Account? Login' }).click()
  await page.getByLabel('Mobile number').fill(person.mobile)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL('/account/wallet')
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

test('an address that does not exist says so', async ({ page }) => {
  await page.goto('/no-such-screen')
  await expect(page.getByText('404 - Page Not Found')).toBeVisible()
  await expect(page).toHaveTitle('404 - Page Not Found · Pipkin')
})

test('dark mode is kept', async ({ page }) => {
  const person = somebody()
  await signUp(page, person)
  await logIn(page, person)
  await page.goto('/account')
  await page.getByRole('switch', { name: 'Dark Mode' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
