import { enter, mailedCode, somebody } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** How forms behave, whatever they are about. */

test('somebody signs up and logs in by keyboard alone', async ({ page }) => {
  const person = somebody()
  const { keyboard } = page
  const type = async (text: string) => {
    await keyboard.press('Tab')
    await keyboard.type(text)
  }
  const onwardTo = async (name: string | RegExp) => {
    const target = page.getByRole('button', { name }).or(page.getByRole('link', { name })).first()
    for (let tab = 0; tab < 15; tab += 1) {
      await keyboard.press('Tab')
      if (await target.evaluate((element) => element === document.activeElement))
        return keyboard.press('Enter')
    }
    throw new Error(`Tab doesn't come to ${name}`)
  }
  await page.goto('/start')
  await onwardTo('Create An Account')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await type(person.name)
  await type(person.mobile)
  await type(person.password)
  await keyboard.press('Tab')
  await type(person.email)
  await type('')
  await keyboard.press('Tab')
  if (!(await page.getByRole('checkbox').evaluate((box) => box === document.activeElement)))
    await keyboard.press('Tab')
  await keyboard.press('Space')
  await expect(page.getByRole('checkbox')).toBeChecked()
  await keyboard.press('Enter')

  await expect(page.getByLabel('4-digit code')).toBeFocused()
  await expect.poll(() => mailedCode(page.request, person.email).catch(() => null)).not.toBeNull()
  await keyboard.type(await mailedCode(page.request, person.email))
  await keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Sign Up' })).toBeVisible()
  await page.getByLabel('Email').focus()
  await keyboard.press('Enter')

  await expect(page).toHaveURL('/login')
  // Whoever types before the focus is there types into nothing.
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeFocused()
  await page.getByLabel('Mobile number').focus()
  await keyboard.type(person.mobile)
  await type(person.password)
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/')
})

test('the first field that is wrong gets the focus, and says why to everybody', async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByLabel('Mobile number').fill('123')
  await page.getByLabel('Password', { exact: true }).fill('pots')
  await page.getByRole('button', { name: 'Login' }).click()
  const mobile = page.getByLabel('Mobile number')
  await expect(mobile).toBeFocused()
  await expect(mobile).toHaveAttribute('aria-invalid', 'true')
  await expect(mobile).toHaveAccessibleDescription(/Please enter a valid 10-digit mobile number/)
})

test('a message about several fields goes when it is true no longer', async ({ page }) => {
  await enter(page)
  const alerts = page.getByRole('alert')
  for (const [path, button, says, fields] of [
    [
      '/login',
      'Login',
      'Please enter your phone number and password',
      { 'Mobile number': '9000000000', Password: 'pots' },
    ],
    [
      '/signup',
      'Sign Up',
      'Please enter your name, phone number, and password, and email.',
      { Name: 'Meera', Phone: '9000000000', Password: 'pots', Email: 'm@example.com' },
    ],
    [
      '/account/change-password',
      'Change Password',
      'Both fields are required. Please fill in all fields.',
      { 'New password': 'other-pots-2', 'Confirm password': 'other-pots-2' },
    ],
  ] as const)
    await test.step(path, async () => {
      await page.goto(path)
      await page.getByRole('button', { name: button }).click()
      await expect(alerts).toHaveText([says])
      const labels = Object.keys(fields)
      for (const label of labels)
        await expect(page.getByLabel(label, { exact: true })).toHaveAttribute(
          'aria-invalid',
          'true',
        )
      await expect(page.getByLabel(labels[0] ?? '', { exact: true })).toBeFocused()
      if (path === '/signup') await page.getByRole('checkbox').check()
      for (const [label, text] of Object.entries(fields))
        await page.getByLabel(label, { exact: true }).fill(text)
      await expect(alerts).toHaveCount(0)
    })
})

test('of two passwords, the one that is missing has the focus', async ({ page }) => {
  await enter(page)
  await page.goto('/account/change-password')
  const [first, second] = [page.getByLabel('New password'), page.getByLabel('Confirm password')]
  await first.fill('other-pots-2')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Both fields are required. Please fill in all fields.')).toHaveCount(
    1,
  )
  await expect(second).toBeFocused()
  await expect(second).toHaveAttribute('aria-invalid', 'true')
  await expect(first).not.toHaveAttribute('aria-invalid')
})

test('a password can be read for two seconds', async ({ page }) => {
  await page.clock.install()
  await page.goto('/signup')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('small-pots-1')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password for 2 seconds' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.clock.runFor(1_900)
  await expect(password).toHaveAttribute('type', 'text')
  await page.clock.runFor(200)
  await expect(password).toHaveAttribute('type', 'password')
})

test('the email field takes letters, digits and . _ % + - @ alone', async ({ page }) => {
  await page.goto('/signup')
  await page.getByLabel('Email').pressSequentially('me era!#/.n+1_%-@exämple.com')
  await expect(page.getByLabel('Email')).toHaveValue('meera.n+1_%-@exmple.com')
})

test('a toast goes after three seconds, and stays while somebody is at it', async ({ page }) => {
  await page.clock.install()
  await page.route('**/api/userLogin', (route) => route.abort())
  await page.goto('/login')
  await page.getByLabel('Mobile number').fill('9000000000')
  await page.getByLabel('Password', { exact: true }).fill('pots')
  await page.getByRole('button', { name: 'Login' }).click()
  const toast = page.getByRole('alert').filter({ hasText: 'An error occurred. Please try again.' })
  await expect(toast).toBeVisible()
  await toast.getByRole('button', { name: 'Dismiss' }).focus()
  await page.clock.runFor(10_000)
  await expect(toast).toBeVisible()
  await page.getByLabel('Mobile number').focus()
  await page.clock.runFor(2_800)
  await expect(toast).toBeVisible()
  await page.clock.runFor(300)
  await expect(toast).toBeHidden()
})

test('what is typed at sign-up survives a look at the terms, and Agree ticks the box', async ({
  page,
}) => {
  await page.goto('/signup')
  await page.getByLabel('Name').fill('Meera Nair')
  await page.getByRole('link', { name: 'Terms and Conditions' }).click()
  await expect(page).toHaveURL('/account/terms-conditions')
  await page.getByRole('button', { name: 'Agree' }).click()
  await expect(page).toHaveURL('/signup')
  await expect(page.getByLabel('Name')).toHaveValue('Meera Nair')
  await expect(page.getByRole('checkbox')).toBeChecked()
})

test('/register-verify is the static page that it is', async ({ page }) => {
  const calls: string[] = []
  await page.goto('/register-verify')
  await page.waitForLoadState('networkidle')
  page.on('request', (request) => calls.push(request.url()))
  await page.getByLabel('4-digit code').fill('12a34')
  await expect(page.getByLabel('4-digit code')).toHaveValue('1234')
  await page.getByRole('button', { name: 'Resend Code' }).click()
  expect(calls).toEqual([])
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/')
})

test('a shortened amount says the full one when it is tapped', async ({ page }) => {
  await enter(page)
  await page.route('**/api/WalletListByUserId*', async (route) => {
    const json = await (await route.fetch()).json()
    await route.fulfill({
      json: { ...json, Data: { ...json.Data, CurrentBalance: 1_234_567.5, Winning_Amount: 1_200 } },
    })
  })
  for (const [path, short, full] of [
    ['/', '1.20K', '1,200'],
    ['/account/wallet', '1.23M', '1,234,567.50'],
  ] as const) {
    await page.goto(path)
    const amount = page
      .getByRole('button', { name: `${short}, ${full} fkr` })
      .filter({ visible: true })
      .first()
    await expect(amount).toHaveText(short)
    await expect(amount).toHaveAttribute('title', `${full} fkr`)
    await amount.click()
    await expect(amount).toHaveText(full)
  }
})

test('the only payment method is fkr, and none is chosen at first', async ({ page }) => {
  await enter(page)
  for (const path of ['/account/wallet/deposite', '/account/wallet/withdraw']) {
    await page.goto(path)
    const method = page.getByLabel('Payment method')
    await expect(method).toHaveValue('')
    await expect(method.locator('option:not([value=""])')).toHaveText(['fkr'])
  }
})
