import { readFile } from 'node:fs/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { fundedPlayer } from '../support/funded-player.ts'
import { choose, press, typeIn } from '../support/keys.ts'
import { expectGoodAtAllWidths } from '../support/look-over.ts'
import { enter, mailedTo, signUp, somebody } from '../support/people.ts'
import { expect, type Page, test } from '../support/test.ts'

/** The ways out of the money and of the account. */

/** Links another wallet by the calls alone, as another tab would. */
async function linkAnother(page: Page): Promise<string> {
  const account = privateKeyToAccount(generatePrivateKey())
  const asked = await page.request.post('/api/walletChallenge', {
    data: { address: account.address },
  })
  const { message } = (await asked.json()).Data
  const linked = await page.request.post('/api/linkWallet', {
    data: { message, signature: await account.signMessage({ message }) },
  })
  expect((await linked.json()).Status).toBe(true)
  return account.address
}

const shortOf = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

test('a withdrawal names the wallet that was shown, and a wallet is unlinked', async ({
  page,
  baseURL,
}) => {
  await fundedPlayer(page, baseURL ?? '', 200)
  await page.goto('/account/wallet/withdraw')
  const list = page.getByRole('list', { name: 'Linked wallets' })
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await choose(page.getByLabel('Payment method'), 'fkr')
  await typeIn(page.getByLabel('Enter Amount'), '100')
  await press(page.getByRole('button', { name: 'Continue' }))
  const question = page.getByRole('dialog', { name: 'Withdraw 100 fkr?' })
  await expect(question).toBeVisible()
  await expectGoodAtAllWidths(page, 'the question before a withdrawal')

  const other = await linkAnother(page)
  await press(question.getByRole('button', { name: 'Withdraw 100 fkr' }))
  await expect(
    page.getByText('Payouts now go to another wallet. Look at the address and try again.'),
  ).toBeVisible()
  await expect(page.getByText('Now goes to another wallet')).toBeVisible()
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expectGoodAtAllWidths(page, '/account/wallet/withdraw, to another wallet')

  await test.step('unlinked by keyboard, the older one is paid again', async () => {
    const unlink = list.getByRole('button', { name: `Unlink ${shortOf(other)}` })
    await press(unlink)
    const sheet = page.getByRole('dialog', { name: 'Unlink this wallet?' })
    await expect(sheet).toContainText(other)
    await expectGoodAtAllWidths(page, 'the question before a wallet is unlinked')
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(unlink).toBeFocused()
    await page.keyboard.press('Enter')
    await press(sheet.getByRole('button', { name: 'Unlink wallet' }))
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect(list.getByText('Payouts go here')).toBeVisible()
  })

  await press(page.getByRole('button', { name: 'Continue' }))
  await expect(question).not.toContainText(other)
  await press(question.getByRole('button', { name: 'Withdraw 100 fkr' }))
  await expect(page).toHaveURL('/account/wallet')
})

test('a player downloads the data, closes the account, and signs up again', async ({ page }) => {
  const person = somebody()
  await enter(page, person)
  await page.goto('/account')
  await press(page.getByRole('link', { name: 'Your Data' }))
  await expect(page.getByRole('heading', { name: 'Your Data' })).toBeFocused()

  await test.step('the file is about this player', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      press(page.getByRole('button', { name: 'Download my data' })),
    ])
    expect(download.suggestedFilename()).toBe('pipkin-account.json')
    const file = JSON.parse(await readFile(await download.path(), 'utf8'))
    expect(file.account).toMatchObject({ mobile: person.mobile, email: person.email })
    expect(file.sessions).toHaveLength(1)
  })

  await test.step('closed, the player is a visitor', async () => {
    await expect(page.getByText('Nothing is left')).toBeVisible()
    await press(page.getByRole('button', { name: 'Close the account' }))
    const sheet = page.getByRole('dialog', { name: 'Close the account?' })
    await expect(sheet).toBeVisible()
    await expectGoodAtAllWidths(page, 'the question before an account is closed')
    await press(sheet.getByRole('button', { name: 'Close for good' }))
    await expect(page).toHaveURL('/')
    await page.goto('/account')
    await expect(page).toHaveURL('/start')
    // Later than the next code's mail, it would hide that.
    const mails = () => mailedTo(page.request, person.email)
    await expect.poll(mails).toContainEqual(expect.stringContaining('is closed'))
  })

  await test.step('number and address are free', async () => {
    await signUp(page, person)
    await expect(page).toHaveURL('/login')
  })
})
