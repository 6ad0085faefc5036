import { linkedWallet } from '../support/linked-wallet.ts'
import { enter, fillSignUp, giveCode, signUp, somebody } from '../support/people.ts'
import { expect, type Page, test } from '../support/test.ts'

/** Answers that come when the player is no longer where they asked. */

/** The answer to a call: the given one, or the server's own. */
type Answer = object | 'of the server'

/**
 * Holds the answers to a call back until they are let through. `asked` is fulfilled by the first
 * call.
 */
async function hold(page: Page, call: string, answer: Answer) {
  const gate = Promise.withResolvers<void>()
  const first = Promise.withResolvers<void>()
  await page.route(`**/api/${call}`, async (route) => {
    first.resolve()
    await gate.promise
    if (answer === 'of the server') await route.continue()
    else await route.fulfill({ json: { Status: true, Message: 'Success', ...answer } })
  })
  return { asked: first.promise, letThrough: gate.resolve }
}

const toastOf = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** Goes from one screen to the next as a player does, so that Back leads there again. */
async function follow(page: Page, from: string, link: string): Promise<void> {
  await page.goto(from)
  await page.getByRole('link', { name: link, exact: true }).click()
  await expect(page).not.toHaveURL(from)
}

/** Back, and on to another screen. */
async function leaveForGames(page: Page, from: string): Promise<void> {
  await page.goBack()
  await expect(page).toHaveURL(from)
  await page.getByRole('link', { name: 'Games', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Games' })).toBeVisible()
}

interface Leaving {
  readonly from: string
  readonly link: string
  readonly call: string
  readonly ask: (page: Page) => Promise<void>
  readonly says: string
}

const leavings: Readonly<Record<string, Leaving>> = {
  'a withdrawal': {
    from: '/account/wallet',
    link: 'Withdraw',
    call: 'paymentWithdrawal',
    async ask(page) {
      await page.getByLabel('Payment method').selectOption('fkr')
      await page.getByLabel('Enter Amount').fill('500')
      await press(page, 'Continue')
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^Withdraw/ })
        .click()
    },
    says: 'Amount withdrawal successfully',
  },
  'a transfer to another player': {
    from: '/account/wallet',
    link: 'Send',
    call: 'walletTransfer',
    async ask(page) {
      await page.getByLabel('Reciver ID').fill('48213075')
      await page.getByLabel('Enter Amount').fill('25')
      await press(page, /^Send/)
      await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click()
    },
    says: 'Amount Transfer successful',
  },
  'a transfer between wallets': {
    from: '/account/wallet',
    link: 'Internal',
    call: 'internalTransfer',
    async ask(page) {
      await page.getByRole('radio', { name: 'Winning' }).check()
      await page.getByLabel('Enter Amount').fill('5')
      await press(page, /^Move \d/)
    },
    says: 'Amount Transfer successful',
  },
  'a new password': {
    from: '/account',
    link: 'Change Password',
    call: 'changePassword*',
    async ask(page) {
      await page.getByLabel('New password').fill('other-pots-2')
      await page.getByLabel('Confirm password').fill('other-pots-2')
      await press(page, 'Change Password')
    },
    says: 'Your password has been updated.',
  },
  'a changed profile': {
    from: '/account/my-profile',
    link: 'Edit Profile',
    call: 'updateProfile*',
    ask: (page) => press(page, 'Save'),
    says: 'Your profile has been updated',
  },
}

test.describe('who has left a screen stays where they are, and is told all the same', () => {
  for (const [what, { from, link, call, ask, says }] of Object.entries(leavings))
    test(what, async ({ page }) => {
      await enter(page)
      await page.route('**/api/find-walletAdr', (route) =>
        route.fulfill({ json: { Status: true, Message: 'Success', ...linkedWallet } }),
      )
      await page.route('**/api/receiver?**', (route) =>
        route.fulfill({ json: { Status: true, Message: 'Success', Data: { name: 'J••••' } } }),
      )
      const answer = await hold(page, call, { Message: says })
      await follow(page, from, link)
      await ask(page)
      await answer.asked
      await leaveForGames(page, from)
      answer.letThrough()
      await expect(toastOf(page, says)).toBeVisible()
      await expect(page).toHaveURL('/games')
    })

  test('a new account', async ({ page }) => {
    const person = somebody()
    const answer = await hold(page, 'signUp', 'of the server')
    await follow(page, '/start', 'Create An Account')
    await fillSignUp(page, person)
    await giveCode(page, person)
    await expect(page.getByRole('dialog')).toBeHidden()
    await press(page, 'Sign Up')
    await answer.asked
    await page.goBack()
    await expect(page).toHaveURL('/start')
    answer.letThrough()
    await expect(toastOf(page, 'Your account is ready.')).toBeVisible()
    await expect(page).toHaveURL('/start')
  })

  test('a log-in, which counts all the same', async ({ page }) => {
    const person = somebody()
    await signUp(page, person)
    const answer = await hold(page, 'userLogin', 'of the server')
    await follow(page, '/start', 'Have an Account? Login')
    await page.getByLabel('Mobile number').fill(person.mobile)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await press(page, 'Login')
    await answer.asked
    await page.goBack()
    await expect(page).toHaveURL('/start')
    answer.letThrough()
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('userGame')))
      .toContain(person.mobile)
    await expect(page).toHaveURL('/start')
  })

  test('also while the next screen is still loading', async ({ page }) => {
    await page.goto('/login')
    await page.getByLabel('Mobile number').fill('7000000000')
    await page.getByLabel('Password', { exact: true }).fill('small-pots-1')
    const answer = await hold(page, 'userLogin', {
      Data: [{ id: 48_213_075, name: 'Meera Nair', Mobile_No: '7000000000' }],
    })
    await press(page, 'Login')
    await answer.asked
    const scripts = Promise.withResolvers<void>()
    await page.route(/\.js$/, async (route) => {
      await scripts.promise
      await route.continue()
    })
    await page.getByRole('link', { name: 'Create An Account' }).click()
    await expect(page).toHaveURL('/signup')
    const answered = page.waitForResponse('**/api/userLogin')
    answer.letThrough()
    await (await answered).finished()
    await askSomethingElse(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible()
    scripts.resolve()
    await expect(page.getByLabel('Referral code')).toBeVisible()
    await expect(page).toHaveURL('/signup')
  })
})

/** How often a call has been made from now on. */
function countOf(page: Page, call: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api/${call}`) count += 1
  })
  return () => count
}

/**
 * When this has been answered, so has what the page asked for before, and it has done what it does
 * then.
 */
const askSomethingElse = (page: Page) =>
  page.evaluate(async () => void (await (await fetch('/api/gameList')).json()))

test.describe('what was closed before its answer does nothing more', () => {
  test('the log-in that a new password asks for', async ({ page }) => {
    const id = await enter(page)
    await page.route('**/api/changePassword*', (route) =>
      route.fulfill({ json: { Status: false, Message: 'Please log in again' } }),
    )
    const answer = await hold(page, 'userLogin', {
      Data: [{ id, name: 'Meera Again', Mobile_No: '7000000000' }],
    })
    await page.goto('/account/change-password')
    await page.getByLabel('New password').fill('other-pots-2')
    await page.getByLabel('Confirm password').fill('other-pots-2')
    const changes = countOf(page, 'changePassword')
    await press(page, 'Change Password')
    const sheet = page.getByRole('dialog', { name: 'Please log in again' })
    await sheet.getByLabel('Password', { exact: true }).fill('small-pots-1')
    await sheet.getByRole('button', { name: 'Continue' }).click()
    await answer.asked
    await page.keyboard.press('Escape')
    answer.letThrough()
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('userGame')))
      .toContain('Meera Again')
    await askSomethingElse(page)
    expect(changes()).toBe(1)
    await expect(sheet).toBeHidden()
  })

  test('the code that a new address asks for', async ({ page }) => {
    await enter(page)
    await page.route('**/api/updateProfile*', (route) =>
      route.fulfill({ json: { Status: false, Message: 'Please verify your email address first' } }),
    )
    await page.goto('/account/my-profile/edit-profile')
    await page.getByLabel('Email').fill('m@example.com')
    const saves = countOf(page, 'updateProfile')
    await press(page, 'Save')
    await closeDuringCheck(page)
    expect(saves()).toBe(1)
  })

  test('the code at sign-up: it is asked for again', async ({ page }) => {
    await page.goto('/signup')
    const signUps = countOf(page, 'signUp')
    await fillSignUp(page, somebody())
    await closeDuringCheck(page)
    await press(page, 'Sign Up')
    await expect(page.getByRole('dialog', { name: 'Verify your email' })).toBeVisible()
    expect(signUps()).toBe(0)
  })
})

/** Types a code into the popup and closes it while the code is judged, as right. */
async function closeDuringCheck(page: Page): Promise<void> {
  const popup = page.getByRole('dialog', { name: 'Verify your email' })
  await expect(popup).toContainText('We sent a 4-digit code')
  const answer = await hold(page, 'accountVerification', { status: true, message: 'Success' })
  await popup.getByLabel('4-digit code').fill('1234')
  await popup.getByRole('button', { name: 'Continue' }).click()
  await answer.asked
  await page.keyboard.press('Escape')
  const answered = page.waitForResponse('**/api/accountVerification')
  answer.letThrough()
  await (await answered).finished()
  await askSomethingElse(page)
  await expect(popup).toBeHidden()
}
