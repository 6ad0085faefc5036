import { fundedPlayer } from '../support/funded-player.ts'
import { expectGoodAtAllWidths, lookOver } from '../support/look-over.ts'
import { enter } from '../support/people.ts'
import { expect, type Page, test } from '../support/test.ts'
import { installWallet } from '../support/test-wallet.ts'

/**
 * Every open sheet: axe finds nothing in either theme, there is room to press at 320 px, Esc closes
 * it, and the focus returns.
 */

const answer = (page: Page, call: string, json: object) =>
  page.route(`**/api/${call}`, (route) =>
    route.fulfill({ json: { Status: true, Message: 'Success', ...json } }),
  )

/** A new password is refused until the player confirms, in one of these ways. */
const confirmFirst = (page: Page, ways: readonly string[]) =>
  page.route('**/api/changePassword*', (route) =>
    route.fulfill({
      status: 403,
      json: { Status: false, Message: 'Please confirm that it is you', Data: { confirm: ways } },
    }),
  )

async function changePassword(page: Page): Promise<void> {
  await page.getByLabel('New password').fill('other-pots-2')
  await page.getByLabel('Confirm password').fill('other-pots-2')
  await page.getByRole('button', { name: 'Change Password' }).click()
}

/**
 * Checks a dialog. It keeps the focus while it is open; Esc closes it and returns the focus to the
 * element that opened it.
 */
async function lookAt(
  page: Page,
  name: string | RegExp,
  opener?: string | RegExp,
  look = lookOver,
): Promise<void> {
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  // Close has no focus ring until the player moves the focus there.
  await expect(dialog.getByRole('button', { name: 'Close' }).last()).not.toBeFocused()
  await look(page, String(name))
  for (let tab = 0; tab < 12; tab += 1) await page.keyboard.press('Tab')
  // At its ends a dialog may pass the focus on a moment later.
  await expect
    .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)), {
      message: String(name),
    })
    .toBe(true)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  if (opener !== undefined)
    await expect(page.getByRole('button', { name: opener }).first()).toBeFocused()
}

test('the sheet of the mailed code', async ({ page }) => {
  await answer(page, 'accountVerification', { status: true, message: 'Success' })
  await page.goto('/signup')
  await page.getByLabel('Name').fill('Meera Nair')
  await page.getByLabel('Phone').fill('9000000000')
  await page.getByLabel('Password', { exact: true }).fill('small-pots-1')
  await page.getByLabel('Email').fill('m@example.com')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await lookAt(page, 'Verify your email', 'Sign Up', expectGoodAtAllWidths)
})

test('the sheets of the account', async ({ page }) => {
  await enter(page)
  await page.goto('/kyc')
  for (const check of ['Mobile', 'Email', 'PAN']) {
    await page.getByRole('button', { name: `Verify ${check}` }).click()
    await expect(page.getByText('This check is not offered yet.')).toBeVisible()
    if (check === 'PAN') await lookAt(page, 'Verify PAN', 'Verify PAN')
    else await page.keyboard.press('Escape')
  }

  await page.goto('/account/your-data')
  await page.getByRole('button', { name: 'Close the account' }).click()
  await lookAt(page, 'Close the account?', 'Close the account')

  await page.goto('/account/change-password')
  await confirmFirst(page, ['totp', 'passkey'])
  await changePassword(page)
  await lookAt(page, 'Please confirm that it is you', 'Change Password', expectGoodAtAllWidths)

  await page.goto('/account/my-profile/edit-profile')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Change photo' }).click()
  await (await chooser).setFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: await page.screenshot(),
  })
  await lookAt(page, 'Your photo', undefined, expectGoodAtAllWidths)

  await page.goto('/activities')
  await expect(page.getByText('Your rounds will show up here.')).toBeVisible()
  await page.getByRole('button', { name: 'Download history' }).click()
  await lookAt(page, 'Download history', 'Download history')
})

test('Back closes a sheet and leaves the screen as it is, and Forward and a reload go on from there', async ({
  page,
}) => {
  await enter(page)
  await page.goto('/account/change-password')
  await confirmFirst(page, ['totp'])
  const sheet = page.getByRole('dialog', { name: 'Please confirm that it is you' })
  const openIt = async () => {
    await changePassword(page)
    await expect(sheet).toBeVisible()
  }
  const goBack = async () => {
    await page.evaluate(() => history.back())
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL('/account/change-password')
    await expect(page.getByLabel('New password')).toHaveValue('other-pots-2')
  }
  await openIt()
  // The first screen of the visit.
  await goBack()

  await page.getByRole('link', { name: 'Home' }).first().click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await openIt()
  await goBack()
  await page.goForward()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await openIt()
  await page.reload()
  await expect(page).toHaveURL('/account/change-password')
  await expect(sheet).toBeHidden()
  await page.goForward()
  await expect(page).toHaveURL('/')
})

test('a confirmation that can’t be asked for is said, and what was typed stays', async ({
  page,
}) => {
  await enter(page)
  await page.route('**/assets/confirm-sheet-*', (route) => route.abort())
  await confirmFirst(page, ['totp'])
  await page.goto('/account/change-password')
  await changePassword(page)
  await expect(page.getByText('Failed to change password. Please try again.')).toBeVisible()
  await expect(page.getByLabel('New password')).toHaveValue('other-pots-2')
})

test('a sheet on a screen that a link led to closes on Back, and the next Back leaves', async ({
  page,
}) => {
  await enter(page)
  await page.goto('/games')
  await page.getByRole('link', { name: 'Activities' }).first().click()
  await page.getByRole('button', { name: 'Download history' }).click()
  const sheet = page.getByRole('dialog', { name: 'Download history' })
  await expect(sheet).toBeVisible()
  await page.evaluate(() => history.back())
  await expect(sheet).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Activities' })).toBeVisible()
  await expect(page).toHaveURL('/activities')
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL('/games')
})

test('after a closed sheet one Back leaves the first screen of a visit', async ({ page }) => {
  await enter(page)
  for (const close of [() => page.keyboard.press('Escape'), () => back()]) {
    await page.goto('/start')
    await page.goto('/kyc')
    await page.getByRole('button', { name: 'Verify PAN' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await close()
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page).toHaveURL('/kyc')
    await back()
    await expect(page).toHaveURL('/start')
  }
  async function back() {
    await page.evaluate(() => history.back())
  }
})

test('the sheets of the wallet', async ({ page, baseURL }) => {
  await fundedPlayer(page, baseURL ?? '', 500)
  await page.goto('/account/wallet')
  await page.getByRole('button', { name: /^Unlink 0x/ }).click()
  await lookAt(page, 'Unlink this wallet?', /^Unlink 0x/)
  await page.getByRole('list', { name: 'Transactions' }).getByRole('button').first().click()
  await lookAt(page, /Deposit/)

  await answer(page, 'openOperations*', {
    Data: [
      {
        Transaction_Id: 'a',
        kind: 'withdrawal',
        amount: 50,
        state: 'mined',
        DateTime: '2026-11-20T10:00:00Z',
      },
    ],
  })
  await answer(page, 'withdrawalStatus*', {
    Data: { state: 'mined', amount: 50, confirmations: 1 },
  })
  await page.reload()
  await page.getByRole('button', { name: /Withdraw 50 on its way/ }).click()
  await lookAt(page, /Withdraw 50 fkr/)

  await answer(page, 'receiver*', { Data: { name: 'J••••' } })
  await page.goto('/account/wallet/send-money')
  await page.getByLabel('Reciver ID').fill('51907263')
  await page.getByLabel('Enter Amount').fill('150')
  await page.getByRole('button', { name: /^Send/ }).click()
  await lookAt(page, 'Send 150 fkr?', /^Send/)

  await page.goto('/account/wallet/withdraw')
  await page.getByLabel('Payment method').selectOption('fkr')
  await page.getByLabel('Enter Amount').fill('100')
  await page.getByRole('button', { name: 'Continue' }).click()
  await lookAt(page, 'Withdraw 100 fkr?', 'Continue')
})

const startDeposit = async (page: Page) => {
  await page.goto('/account/wallet/deposite')
  await page.getByLabel('Payment method').selectOption('fkr')
  await page.getByLabel('Enter Amount').fill('500')
  await page.getByRole('button', { name: 'Deposit 500 fkr' }).click()
}

test('the sheets of a deposit: the demo wallet, and several wallets', async ({ page, baseURL }) => {
  await enter(page)
  await startDeposit(page)
  await page.getByRole('button', { name: 'Use the demo wallet' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Approve' })).toBeVisible()
  await lookAt(page, /./)

  for (const name of ['First Wallet', 'Second Wallet'])
    await installWallet(page, baseURL ?? '', name)
  await startDeposit(page)
  await lookAt(page, 'Choose a wallet')
})

test('the lists with something in them', async ({ page, baseURL }) => {
  // High enough for all rows, of which there are more if spins win: axe reports a row that is half
  // behind the tabs as too small.
  await page.setViewportSize({ width: 390, height: 1_800 })
  await fundedPlayer(page, baseURL ?? '', 500)
  const { userID } = await page.evaluate(() => JSON.parse(localStorage.getItem('userGame') ?? '{}'))
  const post = async (call: string, data: object) =>
    (await page.request.post(`/api/${call}`, { data })).json()
  for (const game of [3, 3, 2]) {
    const bet = { User_Id: userID, Amount: -10, StatusMsg: 'amtplaced', Game_Id: game }
    const { Transaction_Id } = await post('addTransaction', bet)
    if (game === 3)
      await post('playRound', { User_Id: userID, Transaction_Id, Move: { spin: true } })
  }
  const friend = {
    referral_id: 51_907_263,
    level: 1,
    referred_user_name: 'Joel O.',
    referrer_name: 'Meera N.',
    locked: true,
  }
  await answer(page, 'refer-team*', {
    referralLinks: [
      {
        ...friend,
        referred_user_id: 51_907_263,
        referred_current_balance: 100,
        nestedReferrals: [],
      },
    ],
  })
  await answer(page, 'level-earning*', {
    referralLinks: [{ ...friend, total_money_referred: 100 }],
    Levels: [
      { level: 1, reward: 100, friends: 1, earned: 100 },
      { level: 2, reward: 0, friends: 0, earned: 0 },
    ],
  })
  for (const [path, text] of [
    ['/', 'Mines'],
    ['/account/wallet', 'Bet Placed'],
    ['/activities', 'Pending'],
    ['/notifications', 'Deposit confirmed'],
    ['/account/referral-team', 'Joel O.'],
    ['/account/level-earning', '100 a friend'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
    await lookOver(page, `${path} with rows`)
  }
})
