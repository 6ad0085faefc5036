import { generateSync } from 'otplib'
import { fundedPlayer } from '../support/funded-player.ts'
import { expectAccessible } from '../support/look-over.ts'
import { type OwnProduct, ownProduct } from '../support/own-product.ts'
import { betSheet } from '../support/play-round.ts'
import { type Browser, expect, type Page, test } from '../support/test.ts'

/** The back office in a real browser, by two operators. */

test.describe.configure({ mode: 'default' })

let product: OwnProduct
/** Two admins' pages, for one journey after the other. */
let asha: Page
let ben: Page
test.beforeAll(async () => {
  product = await ownProduct()
  await product.start()
})
test.afterAll(() => product.remove())

const size = { width: 1440, height: 900 }

/** A browser of an operator's own, at the back office. */
async function operatorPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: product.desk().url,
    viewport: size,
    isMobile: false,
    hasTouch: false,
  })
  return context.newPage()
}

/** Comes in by a one-time link and adds the app. Answers its secret. */
async function comeIn(page: Page, link: string, name: string, email: string): Promise<string> {
  await page.goto(link)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('E-mail').fill(email)
  await expectAccessible(page, 'enter')
  await page.getByRole('button', { name: 'Go on' }).click()
  const secret = (await page.getByTestId('secret').textContent()) ?? ''
  await expectAccessible(page, 'add an app')
  await page.getByLabel('Code of your authenticator app').fill(generateSync({ secret }))
  await page.getByRole('button', { name: 'Add it' }).click()
  await expect(page.getByRole('heading', { name: 'Now', exact: true })).toBeVisible()
  return secret
}

/** Presses a button that asks for a reason, and gives it. */
async function act(page: Page, button: string, title: RegExp | string, reason: string) {
  await page.getByRole('button', { name: button, exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: button, exact: true }).click()
  return dialog
}

test('a payout over the limit goes from the queue to paid, by two operators', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.url })
  const player = await context.newPage()
  await fundedPlayer(player, product.url, 12_000)
  const { userID } = JSON.parse(
    (await player.evaluate(() => localStorage.getItem('userGame'))) ?? '{}',
  )
  const asked = await (
    await player.request.post('/api/paymentWithdrawal', {
      data: { userId: userID, amount: 11_000, Method: 'fkr', StatusMsg: 'Withdraw' },
    })
  ).json()
  expect(asked).toMatchObject({ Status: true, Data: { state: 'review' } })

  asha = await operatorPage(browser)
  await comeIn(asha, product.desk().firstOperator ?? '', 'Asha', 'asha@pipkin.example')
  await expect(asha.getByText('payouts wait')).toBeVisible()
  await asha.getByRole('link', { name: 'Operators' }).click()
  await asha.getByRole('button', { name: 'Invite' }).click()
  const invite = asha.getByRole('dialog', { name: 'Invite an operator' })
  await invite.getByLabel('Name').fill('Ben')
  await invite.getByLabel('E-mail').fill('ben@pipkin.example')
  await invite.getByLabel('Role').selectOption('admin')
  await invite.getByLabel('Reason').fill('the second admin')
  await invite.getByRole('button', { name: 'Invite' }).click()
  const link = await invite.locator('strong').textContent()
  ben = await operatorPage(browser)
  await comeIn(ben, link ?? '', 'Ben', 'ben@pipkin.example')

  await ben.getByRole('link', { name: 'Payouts', exact: true }).click()
  await expect(ben.getByRole('heading', { name: '11,000 fkr' })).toBeVisible()
  await expect(ben.getByText('takes two people')).toBeVisible()
  const proposed = await act(
    ben,
    'Release',
    /^Release 11,000/,
    '<img src=x onerror=alert(1)> looks right',
  )
  await expect(proposed.getByRole('status')).toContainText('a second person has to approve')

  await ben.goto('/proposals')
  await expect(ben.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await expect(ben.getByRole('button', { name: 'Approve' })).toBeHidden()

  await asha.goto('/proposals')
  await expect(asha.getByText('state: review → requested')).toBeVisible()
  await expect(asha.getByText('<img src=x onerror=alert(1)> looks right')).toBeVisible()
  await act(asha, 'Approve', 'Approve the proposal', 'looked at it too')
  await expect(asha.getByText('Nothing waits.')).toBeVisible()

  const status = async () => {
    await asha.goto(`/players/${userID}`)
    return asha.getByRole('group', { name: 'Deposits and withdrawals' }).textContent()
  }
  await expect.poll(status, { timeout: 60_000 }).toContain('withdrawalconfirmed')
  await asha.goto('/acts')
  await expect(asha.getByText('Ben, approved by Asha')).toBeVisible()
  await context.close()
})

test('settings of a game go from a draft over what they mean to the player’s bet sheet, by two', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.url })
  const player = await context.newPage()
  await fundedPlayer(player, product.url, 100)
  await player.goto('/games/slot-machine')
  await expect(betSheet(player).getByText('96.87').first()).toBeVisible()

  await ben.getByRole('link', { name: 'Games' }).click()
  await ben.getByRole('link', { name: 'Fruit Slot' }).click()
  await ben.getByRole('button', { name: 'Draft', exact: true }).click()
  const form = ben.getByRole('dialog', { name: 'Draft settings of Fruit Slot' })
  await form.getByLabel('Kind rounds in 100').fill('90')
  await form.getByLabel('Reason').fill('ticket 12: a quieter month')
  await expectAccessible(ben, 'a draft')
  await form.getByRole('button', { name: 'Draft' }).click()
  await expect(form.getByRole('status')).toHaveText('Done')
  await form.getByRole('button', { name: 'Close' }).click()
  await expect(ben.getByText('winPercentage: 100 → 90')).toBeVisible()
  const meaning = ben.getByRole('row', { name: /^Best play returns / })
  await expect(meaning).toContainText('96.87 % (31/32)')
  await expect(meaning).toContainText('93.24 % (2387/2560)')
  await expect(ben.getByRole('row', { name: /^The worst day costs/ })).toBeVisible()
  await expectAccessible(ben, 'what a draft means')
  const proposed = await act(ben, 'Publish', /^Publish the draft/, 'as ticket 12 says')
  await expect(proposed.getByRole('status')).toContainText('a second person has to approve')
  await player.reload()
  await expect(betSheet(player).getByText('96.87').first()).toBeVisible()

  await asha.goto('/proposals')
  await expect(asha.getByText('winPercentage: 100 → 90')).toBeVisible()
  await asha.getByRole('link', { name: 'The game, and what its draft means' }).click()
  await expect(asha.getByRole('row', { name: /^Best play returns / })).toContainText('93.24 %')
  await asha.goto('/proposals')
  await act(asha, 'Approve', 'Approve the proposal', 'looked at what it means')
  await expect(asha.getByText('Nothing waits.')).toBeVisible()
  await player.reload()
  await expect(betSheet(player).getByText('93.24').first()).toBeVisible()
  await context.close()
})

test('every screen is clean in both themes, fits from 768 to 1920, and goes by keys', async () => {
  for (const name of ['Now', 'Payouts', 'Players', 'Games', 'Waiting', 'Acts', 'Operators']) {
    const link = asha.getByRole('navigation').getByRole('link', { name })
    await link.focus()
    await asha.keyboard.press('Enter')
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(asha.getByRole('heading', { level: 1 })).toContainText(name)
    await expectAccessible(asha, name)
    for (const width of [768, 1920]) {
      await asha.setViewportSize({ width, height: 900 })
      const wide = () => asha.evaluate(() => document.documentElement.scrollWidth)
      expect.soft(await wide(), `${name} scrolls sideways`).toBeLessThanOrEqual(width)
    }
    await asha.setViewportSize(size)
  }
  await asha.goto('/players')
  await asha.getByRole('searchbox').fill('Meera')
  await asha.keyboard.press('Enter')
  await expect(asha).toHaveURL(/text=Meera/)
  await asha
    .getByRole('link', { name: /^\d{8}$/ })
    .first()
    .press('Enter')
  await expect(asha.getByRole('heading', { level: 1 })).toContainText('Meera Nair')
  await expectAccessible(asha, 'a player')
  await asha.getByRole('button', { name: 'Show contact' }).press('Enter')
  await asha.getByLabel('Reason').fill('case 123456')
  await asha.keyboard.press('Enter')
  await expect(asha.getByRole('dialog')).toContainText('@example.com')
  await expectAccessible(asha, 'an act')
  await asha.keyboard.press('Escape')

  await asha.getByRole('button', { name: 'Log out', exact: true }).first().click()
  await expect(asha.getByLabel('E-mail')).toBeVisible()
  await expectAccessible(asha, 'log in')
})
