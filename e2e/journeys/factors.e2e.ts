import { readFile } from 'node:fs/promises'
import { wrongCode } from '../../apps/server/test/players/app-codes.ts'
import { addAuthenticator, appCode } from '../support/authenticator.ts'
import { fundedPlayer } from '../support/funded-player.ts'
import { press, pressButton, typeIn } from '../support/keys.ts'
import { expectGoodAtAllWidths } from '../support/look-over.ts'
import {
  enter,
  idOf,
  letIn,
  logIn,
  mailedConfirmation,
  type Person,
  somebody,
} from '../support/people.ts'
import { leaveOpen, playAgain, pressEnter, rounds, standOf } from '../support/play-round.ts'
import { readQr } from '../support/read-qr.ts'
import { type Browser, expect, type Page, test } from '../support/test.ts'

/** Second factors: added, asked for at the log-in and before what can't be undone, removed. */

const title = 'Please confirm that it is you'
const sheet = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

/** Another browser of the same player, with number and password typed. */
async function elsewhere(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })
  return context.newPage()
}

async function giveNumberAndPassword(page: Page, person: Person): Promise<void> {
  await page.goto('/login')
  await typeIn(page.getByLabel('Mobile number'), person.mobile)
  await typeIn(page.getByLabel('Password', { exact: true }), person.password)
  await page.keyboard.press('Enter')
}

async function logOut(page: Page): Promise<void> {
  await page.goto('/account')
  await pressButton(page, 'Log Out')
  await expect(page.getByRole('link', { name: 'Create account' })).toBeVisible()
}

/** Types a code into the field that has the focus, and sends it. */
async function giveCode(page: Page, label: string, code: string): Promise<void> {
  await expect(page.getByLabel(label)).toBeFocused()
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

/** Expects that the boxes of a code don't look like pills, even in the narrowest window. */
async function expectBoxes(page: Page, label: string) {
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 700 })
  const box = page.getByLabel(label).locator('xpath=following-sibling::div/div').first()
  const roundness = await box.evaluate(
    (element) =>
      Number.parseFloat(getComputedStyle(element).borderTopLeftRadius) / element.clientWidth,
  )
  expect(roundness).toBeLessThan(1 / 3)
  if (before) await page.setViewportSize(before)
}

/** Adds the app by keyboard. Answers its secret and the recovery codes. */
async function addApp(page: Page, about?: string) {
  await page.goto('/account/security')
  await pressButton(page, 'Set up the app')
  const setUp = sheet(page, 'Set up the app')
  const uri = await readQr(setUp.getByRole('img', { name: 'QR code for your authenticator app' }))
  const secret = new URL(uri ?? '').searchParams.get('secret') ?? ''
  await expect(setUp.getByText(secret.match(/.{1,4}/g)?.join(' ') ?? '')).toBeVisible()
  if (about !== undefined) {
    await expectGoodAtAllWidths(page, `${about}, the app's secret`)
    await expectBoxes(page, 'Code of your app')
    await giveCode(page, 'Code of your app', wrongCode(secret))
    await expect(setUp.getByText('That was not right. Please try again.')).toBeVisible()
    await expectGoodAtAllWidths(page, `${about}, a wrong code`)
  }
  await giveCode(page, 'Code of your app', appCode(secret))
  const kept = sheet(page, 'Keep your recovery codes')
  await expect(kept.getByRole('listitem')).toHaveCount(10)
  const codes = await kept.getByRole('listitem').allTextContents()
  if (about !== undefined) {
    await expectGoodAtAllWidths(page, `${about}, recovery codes`)
    await page.keyboard.press('Escape')
    await expect(kept.getByRole('checkbox', { name: 'I have kept them' })).toBeFocused()
    const download = page.waitForEvent('download')
    await pressButton(page, 'Download')
    expect(await readFile(await (await download).path(), 'utf8')).toContain(codes.join('\n'))
  }
  await keepCodes(page)
  return { secret, codes }
}

/** Says that the recovery codes are kept, by keyboard. */
async function keepCodes(page: Page): Promise<void> {
  const kept = sheet(page, 'Keep your recovery codes')
  await press(kept.getByRole('checkbox', { name: 'I have kept them' }), 'Space')
  await pressButton(page, 'Done')
  await expect(kept).toBeHidden()
  await expect(page.getByText('10 of 10 recovery codes left')).toBeVisible()
}

test('the app: set up by its QR code, asked for at log-in, its recovery codes, removed', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = somebody()
  await enter(page, person)
  await page.goto('/account/security')
  await expect(page.getByText('No passkey yet')).toBeVisible()
  const { secret, codes } = await addApp(page, '/account/security')
  await expectGoodAtAllWidths(page, '/account/security, with the app')

  const other = await elsewhere(browser, baseURL)
  await test.step('a log-in asks for a code of the app', async () => {
    await giveNumberAndPassword(other, person)
    await expect(other.getByRole('heading', { name: 'One more step' })).toBeVisible()
    await expectGoodAtAllWidths(other, '/login, the second step')
    await giveCode(other, 'Code of your app', wrongCode(secret))
    await expect(other.getByText('That was not right. Please try again.')).toBeVisible()
    await expectGoodAtAllWidths(other, '/login, the second step, a wrong code')
    await giveCode(other, 'Code of your app', appCode(secret, 1))
    await expect(other).toHaveURL('/')
    await logOut(other)
  })
  await test.step('or for a recovery code, which works once', async () => {
    for (const works of [true, false]) {
      await giveNumberAndPassword(other, person)
      await pressButton(other, 'Use a recovery code')
      await giveCode(other, 'Recovery code', codes[0]?.toLowerCase() ?? '')
      if (works) {
        await expect(other).toHaveURL('/')
        await other.goto('/account/security')
        await expect(other.getByText('9 of 10 recovery codes left')).toBeVisible()
        await logOut(other)
      } else await expect(other.getByText('That was not right. Please try again.')).toBeVisible()
    }
    await expectGoodAtAllWidths(other, '/login, a recovery code that was used')
    await pressButton(other, 'Back to number and password')
    await expect(other.getByLabel('Mobile number')).toHaveValue(person.mobile)
  })
  await test.step('removed after a question, the password is enough again', async () => {
    await page.reload()
    await pressButton(page, 'Remove the app')
    const question = sheet(page, 'Remove the app?')
    await expectGoodAtAllWidths(page, '/account/security, the question')
    await press(question.getByRole('button', { name: 'Remove' }))
    await expect(toast(page, 'Authenticator app removed')).toBeVisible()
    await expect(question).toBeHidden()
    await logIn(other, person)
  })
  await other.context().close()
})

test('a passkey: added by name, logs in alone, is removed and opens nothing', async ({ page }) => {
  const device = await addAuthenticator(page, 'internal')
  const person = somebody()
  await enter(page, person)
  await page.goto('/account/security')
  await pressButton(page, 'Add a passkey')
  await expect(page.getByLabel('Name (optional)')).toBeFocused()
  await expectGoodAtAllWidths(page, '/account/security, a new passkey')
  await page.keyboard.type('This phone')
  await page.keyboard.press('Enter')
  const codes = sheet(page, 'Keep your recovery codes')
  await expect(codes.getByRole('listitem')).toHaveCount(10)
  await expectGoodAtAllWidths(page, '/account/security, the recovery codes of a passkey')
  await keepCodes(page)
  await expect(toast(page, 'Passkey added')).toBeVisible()
  await expect(page.getByText('This phone')).toBeVisible()
  expect(await device.count()).toBe(1)
  await expectGoodAtAllWidths(page, '/account/security, with a passkey')

  await test.step('the same device adds no second one', async () => {
    await pressButton(page, 'Add a passkey')
    await expect(page.getByLabel('Name (optional)')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('This device has a passkey of yours already.')).toBeVisible()
    await expectGoodAtAllWidths(page, '/account/security, no second passkey')
    await page.keyboard.press('Escape')
  })
  await test.step('it logs in without number and password', async () => {
    await logOut(page)
    await page.goto('/login')
    await byPasskeyAlone(page)
    await expect(page).toHaveURL('/')
    await expect(page.getByText(person.name)).toBeVisible()
    await page.goto('/account/security')
    await expect(page.getByText(/^Last used/)).toBeVisible()
  })
  await test.step('removed, it belongs to no account', async () => {
    await pressButton(page, 'Remove This phone')
    await expect(sheet(page, 'Remove This phone?')).toBeVisible()
    await expectGoodAtAllWidths(page, '/account/security, the question about a passkey')
    await press(sheet(page, 'Remove This phone?').getByRole('button', { name: 'Remove' }))
    await expect(toast(page, 'Passkey removed')).toBeVisible()
    await expect(page.getByText('No passkey yet')).toBeVisible()
    await logOut(page)
    await page.goto('/login')
    await byPasskeyAlone(page)
    await expect(page.getByText('This passkey belongs to no account here')).toBeVisible()
    await expectGoodAtAllWidths(page, '/login, a passkey of no account')
    await expect(page).toHaveURL('/login')
  })
})

/** Logs in by a passkey alone: by the button, if the number's field can't offer passkeys. */
async function byPasskeyAlone(page: Page): Promise<void> {
  const offered = await page.evaluate(() => PublicKeyCredential.isConditionalMediationAvailable())
  if (!offered) await pressButton(page, 'Log in with a passkey')
}

test('a key that is carried along: the second step on a second device, if it knows the player', async ({
  page,
  browser,
  baseURL,
}) => {
  const key = await addAuthenticator(page, 'usb')
  const person = somebody()
  await enter(page, person)
  await page.goto('/account/security')
  await pressButton(page, 'Add a passkey')
  await typeIn(page.getByLabel('Name (optional)'), 'Red key')
  await page.keyboard.press('Enter')
  const codes = sheet(page, 'Keep your recovery codes').getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [code = ''] = await codes.allTextContents()
  await keepCodes(page)
  await expect(page.getByText('Red key')).toBeVisible()

  const other = await elsewhere(browser, baseURL)
  await test.step('without it there is no way on', async () => {
    await giveNumberAndPassword(other, person)
    await expect(other.getByRole('button', { name: 'Use a passkey' })).toBeFocused()
    expect(await other.evaluate(() => localStorage.getItem('userGame'))).toBeNull()
  })
  await test.step('with it there is, once it has recognised the player', async () => {
    const there = await addAuthenticator(other, 'usb')
    await key.carryTo(there)
    await there.recognise(false)
    await pressButton(other, 'Use a passkey')
    await expect(other.getByText('No passkey was used. Please try again.')).toBeVisible()
    await there.recognise(true)
    await pressButton(other, 'Use a passkey')
    await expect(other).toHaveURL('/')
    await expect(other.getByText(person.name)).toBeVisible()
  })
  await test.step('lost, a recovery code lets in', async () => {
    await logOut(other)
    await giveNumberAndPassword(other, person)
    await pressButton(other, 'Use a recovery code')
    await giveCode(other, 'Recovery code', code)
    await expect(other).toHaveURL('/')
  })
  await other.context().close()
})

test('before money leaves: asked for once, above the open sheet; a no changes nothing', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await fundedPlayer(page, baseURL ?? '', 500)
  const friend = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) })
  const receiver = await enter(await friend.newPage())
  await friend.close()
  // Adding a factor elsewhere ends this session's confirmation.
  const other = await elsewhere(browser, baseURL)
  await letIn(other, person)
  const { secret } = await addApp(other)

  const send = async () => {
    await page.goto('/account/wallet/send-money')
    await typeIn(page.getByLabel('Reciver ID'), String(receiver))
    await typeIn(page.getByLabel('Enter Amount'), '100')
    await pressButton(page, /^Send/)
    await press(sheet(page, 'Send 100 fkr?').getByRole('button', { name: /^Send/ }))
  }
  await test.step('closed, it leaves the form as it was', async () => {
    await send()
    await expect(sheet(page, title)).toBeVisible()
    await expectGoodAtAllWidths(page, 'the confirmation above another sheet')
    for (let tab = 0; tab < 8; tab += 1) await page.keyboard.press('Tab')
    expect(
      await sheet(page, title).evaluate((element) => element.contains(document.activeElement)),
    ).toBe(true)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByLabel('Enter Amount')).toHaveValue('100')
  })
  await test.step('given, the money goes once, and the next time nothing is asked', async () => {
    await send()
    await giveCode(page, 'Code of your app', appCode(secret, 1))
    await expect(toast(page, 'Amount Transfer successful')).toBeVisible()
    await expect(page).toHaveURL('/account/wallet')
    await send()
    await expect(page).toHaveURL('/account/wallet')
    await expect(page.getByRole('list', { name: 'Transactions' }).getByText('Send To')).toHaveCount(
      2,
    )
  })
  await other.context().close()
})

test('without a second factor a mailed code confirms', async ({ page, browser, baseURL }) => {
  const person = somebody()
  await enter(page, person)
  // A factor was added and removed elsewhere.
  const other = await elsewhere(browser, baseURL)
  await letIn(other, person)
  await addApp(other)
  await pressButton(other, 'Remove the app')
  await press(sheet(other, 'Remove the app?').getByRole('button', { name: 'Remove' }))
  await expect(toast(other, 'Authenticator app removed')).toBeVisible()
  await other.context().close()

  await page.goto('/account/security')
  await pressButton(page, 'Set up the app')
  await expect(sheet(page, title)).toContainText(person.email)
  await expectGoodAtAllWidths(page, 'the confirmation by mail')
  const mailed = () => mailedConfirmation(page.request, person.email)
  await expect.poll(mailed).not.toBeNull()
  await giveCode(page, 'Code of the mail', (await mailed()) ?? '')
  await expect(sheet(page, 'Set up the app')).toBeVisible()
})

test('a session that ends elsewhere in a round: log-in with the second factor leads back to it', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = await fundedPlayer(page, baseURL ?? '', 500)
  const { secret } = await addApp(page)
  await leaveOpen(page, 'mines', pressEnter)
  const stand = await standOf(page)

  const other = await elsewhere(browser, baseURL)
  await giveNumberAndPassword(other, person)
  await giveCode(other, 'Code of your app', appCode(secret, 1))
  await expect(other).toHaveURL('/')
  await other.goto('/account/change-password')
  await typeIn(other.getByLabel('New password'), 'other-pots-2')
  await typeIn(other.getByLabel('Confirm password'), 'other-pots-2')
  await pressButton(other, 'Change Password')
  await expect(toast(other, 'Your password has been updated.')).toBeVisible()
  await other.goto('/account/security')
  await pressButton(other, 'Remove the app')
  await press(sheet(other, 'Remove the app?').getByRole('button', { name: 'Remove' }))
  await expect(toast(other, 'Authenticator app removed')).toBeVisible()
  const again = await addApp(other)

  await page.reload()
  await expect(page).toHaveURL('/start')
  await press(page.getByRole('link', { name: 'Have an Account? Login' }))
  await typeIn(page.getByLabel('Mobile number'), person.mobile)
  await typeIn(page.getByLabel('Password', { exact: true }), 'other-pots-2')
  await pressButton(page, 'Login')
  await giveCode(page, 'Code of your app', appCode(again.secret, 1))
  await expect(page).toHaveURL('/games/mines')
  await expect.poll(() => standOf(page)).toBe(stand)
  await rounds.mines?.finish?.(page, pressEnter)
  await expect(playAgain(page)).toBeEnabled()
  await other.context().close()
})

test('a new token reaches another tab: its event stream opens again, and hears of money', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const receiver = await enter(page)
  await page.goto('/account')
  const tab = await context.newPage()
  const streamOpens = () => tab.waitForRequest('**/api/events')
  const opened = streamOpens()
  await tab.goto('/')
  await opened
  await expect(tab.locator('main dl > div').first()).toContainText('Deposit0')

  const again = streamOpens()
  await addApp(page)
  await again
  const sender = await browser.newPage({ baseURL: baseURL ?? '' })
  await fundedPlayer(sender, baseURL ?? '', 100)
  const sent = await sender.request.post('/api/walletTransfer', {
    headers: { 'Idempotency-Key': crypto.randomUUID() },
    data: { senderId: await idOf(sender), transferAmount: 25, receiverId: receiver },
  })
  expect(await sent.json()).toMatchObject({ Status: true })
  await expect(tab.locator('main dl > div').first()).toContainText('Deposit24.50')
  await sender.close()
})
