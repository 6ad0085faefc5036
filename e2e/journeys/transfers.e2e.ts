import { deposit } from '../support/deposit.ts'
import { fundedPlayer } from '../support/funded-player.ts'
import { balancesOf, enter, idOf, letIn, signUp, somebody } from '../support/people.ts'
import { readQr } from '../support/read-qr.ts'
import { routeUntil } from '../support/route.ts'
import { expect, type Page, test } from '../support/test.ts'
import { installWallet } from '../support/test-wallet.ts'

const success = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Amount Transfer successful' })
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text })

test('one player sends to another', async ({ page: meera, browser, baseURL }) => {
  await fundedPlayer(meera, baseURL ?? '', 500)
  const sender = await idOf(meera)
  const joel = await (await browser.newContext()).newPage()
  const receiver = await enter(joel, somebody('Joel Okafor'))
  await meera.goto('/account/wallet')
  await meera.getByRole('link', { name: 'Send', exact: true }).click()
  await expect(meera).toHaveURL('/account/wallet/send-money')

  const id = meera.getByLabel('Reciver ID')
  const amount = meera.getByLabel('Enter Amount')
  const submit = meera.getByRole('button', { name: /^Send/ })
  const sheet = meera.getByRole('dialog')
  const confirm = async () => {
    await submit.click()
    await sheet.getByRole('button', { name: /^Send/ }).click()
  }

  await test.step('what is missing is said at its field', async () => {
    await submit.click()
    await expect(meera.getByText('Please enter Reciver ID and Amount')).toBeVisible()
    await expect(meera.getByText('Required')).toHaveCount(2)
    await amount.pressSequentially('1a5b')
    await expect(amount).toHaveValue('15')
    await expect(meera.getByText('Please enter Reciver ID', { exact: true })).toBeVisible()
    await id.fill(`ID ${receiver}`)
    await expect(id).toHaveValue(String(receiver))
    await amount.fill('')
    await expect(meera.getByText('Please enter amount')).toBeVisible()
    for (const unclear of ['0', '12.50', '1,000']) {
      await amount.fill(unclear)
      await expect(amount).toHaveValue(unclear)
      await expect(meera.getByText('Enter valid amount')).toBeVisible()
      await amount.fill('1')
      await expect(meera.getByText('Enter valid amount')).toBeHidden()
    }
  })

  await test.step('an unknown receiver, and oneself', async () => {
    await amount.fill('150')
    await id.fill('99999999')
    await submit.click()
    await expect(alert(meera, 'Invalid receiver ID')).toBeVisible()
    await id.fill(String(sender))
    await submit.click()
    await expect(alert(meera, 'Sender ID and Receiver ID cannot be the same')).toBeVisible()
    await expect(sheet).toBeHidden()
  })

  await test.step('more than there is', async () => {
    await id.fill(String(receiver))
    await amount.fill('501')
    await submit.click()
    await expect(meera.getByText('Insufficient balance')).toHaveCount(1)
    await expect(amount).toHaveAccessibleDescription('Insufficient balance')
    await expect(sheet).toBeHidden()
  })

  await test.step('fee, name and amount before; a lost answer doesn’t send twice', async () => {
    await amount.fill('150')
    await expect(meera.getByLabel('Amount to send')).toHaveValue('147')
    await submit.click()
    await expect(sheet).toContainText('J••••')
    await expect(sheet).toContainText(`User ${receiver} gets147 fkr`)
    await expect(sheet).toContainText('3 fkr')

    const keys: (string | undefined)[] = []
    const reconnect = await routeUntil(meera, '**/api/walletTransfer', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      await route.fetch()
      return route.abort()
    })
    await sheet.getByRole('button', { name: /^Send/ }).click()
    await expect(alert(meera, 'Some error occured')).toBeVisible()
    await expect(sheet).toBeHidden()
    await expect(meera.getByText('Your last try got no answer.')).toBeVisible()
    expect((await balancesOf(meera)).CurrentBalance).toBe(350)

    reconnect()
    const again = meera.waitForRequest('**/api/walletTransfer')
    await confirm()
    expect((await again).headers()['idempotency-key']).toBe(keys[0])
    await expect(success(meera)).toBeVisible()
    await expect(meera).toHaveURL('/account/wallet')
  })

  await test.step('it arrived once, and both wallets say so', async () => {
    expect((await balancesOf(meera)).CurrentBalance).toBe(350)
    await expect(meera.getByText(`Send To ${receiver}`)).toHaveCount(1)
    await joel.goto('/account/wallet')
    expect((await balancesOf(joel)).CurrentBalance).toBe(147)
    await expect(joel.getByText(`Recieved By ${sender}`)).toHaveCount(1)
    await meera.getByRole('link', { name: 'Send', exact: true }).click()
    await expect(id).toHaveValue('')
    await expect(amount).toHaveValue('')
  })
})

/** Spins the slot through the calls; answers what was staked. */
async function spin(page: Page, stake: number): Promise<number> {
  const User_Id = await idOf(page)
  const post = async (name: string, data: object) =>
    (await page.request.post(`/api/${name}`, { data })).json()
  const bet = await post('addTransaction', {
    User_Id,
    Amount: -stake,
    StatusMsg: 'amtplaced',
    Game_Id: 3,
  })
  expect(bet).toMatchObject({ Status: true })
  const { Transaction_Id } = bet
  expect(await post('playRound', { User_Id, Transaction_Id, Move: { spin: true } })).toMatchObject({
    Status: true,
  })
  return stake
}

test('a friend comes by the invite, and what both earned unlocks', async ({
  page: meera,
  browser,
  baseURL,
}) => {
  await enter(meera)
  const shared: unknown[] = []
  await meera.exposeFunction('shared', (what: unknown) => void shared.push(what))
  await meera.addInitScript(() => {
    navigator.share = (what) =>
      (window as unknown as { shared(w: unknown): Promise<void> }).shared(what)
  })

  const link = await test.step('the invite: code, link, QR code, copy and share', async () => {
    await meera.goto('/account')
    await meera.getByRole('link', { name: 'Referral Link' }).click()
    const code = await meera.getByLabel('Your invite code').inputValue()
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
    const url = `${baseURL}/signup?code=${code}`
    await expect(meera.getByLabel('Your link')).toHaveValue(url.replace('http://', ''))
    const qr = meera.getByRole('img', { name: 'QR code for your invite link' })
    expect(await readQr(qr)).toBe(url)
    await meera.emulateMedia({ colorScheme: 'dark' })
    expect(await readQr(qr)).toBe(url)
    await meera.emulateMedia({ colorScheme: 'light' })

    await meera.getByRole('button', { name: 'Share invite' }).click()
    await expect.poll(() => shared).toEqual([{ title: 'Pipkin', url }])
    await meera.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await meera.getByRole('button', { name: 'Copy invite code' }).click()
    await expect(meera.getByRole('status').filter({ hasText: 'Invite code copied' })).toBeVisible()
    expect(await meera.evaluate(() => navigator.clipboard.readText())).toBe(code)
    await meera.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
    })
    await meera.getByRole('button', { name: 'Copy invite code' }).click()
    await expect(alert(meera, 'Failed to copy invite code')).toBeVisible()
    return url
  })

  const friend = somebody('Joel Okafor')
  const joel = await (await browser.newContext()).newPage()
  await signUp(joel, friend, link)
  await letIn(joel, friend)

  await test.step('both have earned 100, locked, and learn what unlocks it', async () => {
    expect(await balancesOf(joel)).toMatchObject({ Bonus: 100, ReferalAmount: 0 })
    expect(await balancesOf(meera)).toMatchObject({ Bonus: 0, ReferalAmount: 100 })
    for (const page of [joel, meera]) {
      await page.goto('/account/wallet')
      await expect(page.getByText('All of it locked')).toHaveCount(1)
      await expect(
        page.getByText(
          'You and your friend each earn 100 on their first sign-in. It unlocks after they deposit 500 and play 1,000.',
        ),
      ).toBeVisible()
    }
  })

  await test.step('the team and the earnings know Joel', async () => {
    await meera.goto('/account/referral-team')
    await expect(meera.getByRole('columnheader')).toHaveText([
      'S.No',
      'Level',
      'Referral Name',
      'Referral Balance',
    ])
    await expect(meera.getByRole('row').nth(1).getByRole('cell')).toHaveText([
      '1',
      '1',
      /Joel O\./,
      '100 fkrLocked',
    ])
    await meera.getByRole('link', { name: 'Level Earning' }).click()
    await expect(meera.getByText('Level 1, brought in by you')).toBeVisible()
  })

  await test.step('locked referral money stays where it is', async () => {
    await meera.goto('/account/wallet')
    await meera.getByRole('link', { name: 'Internal' }).click()
    await meera.getByRole('button', { name: /^Move/ }).click()
    await expect(meera.getByText('Please choose sender wallet and Amount')).toBeVisible()
    await meera.getByRole('radio', { name: 'Referal' }).check()
    await expect(meera.getByText('All of it is locked')).toBeVisible()
    await expect(
      meera.getByText(
        'Locked referral money unlocks after your friend deposits 500 and plays 1,000.',
      ),
    ).toBeVisible()
    await meera.getByLabel('Enter Amount').fill('50')
    await meera.getByRole('button', { name: 'Move 50 fkr' }).click()
    await expect(alert(meera, 'Insufficient balance in Referral wallet')).toBeVisible()
    await meera.getByRole('radio', { name: 'Winning' }).check()
    await meera.getByRole('button', { name: 'Move 50 fkr' }).click()
    await expect(alert(meera, 'Insufficient balance in Winning wallet')).toBeVisible()
  })

  await test.step('Joel deposits, plays, and leaves more with the house than both earned', async () => {
    await deposit(joel, await installWallet(joel, baseURL ?? ''), '4000')
    let staked = 0
    // Two spins in five match nothing; he goes on until he has won something.
    while (staked < 1000 || (await balancesOf(joel)).Winning_Amount === 0)
      staked += await spin(joel, staked < 1000 ? 500 : 10)
    // The margin of these stakes is about 30; a paid withdrawal's fee of 10 % adds 180.
    const data = { userId: await idOf(joel), amount: 1800, Method: 'fkr', StatusMsg: 'Withdraw' }
    const answer = await joel.request.post('/api/paymentWithdrawal', { data })
    expect(await answer.json()).toMatchObject({ Status: true })
    await expect.poll(async () => (await balancesOf(meera)).Locked.ReferalAmount).toBe(0)
  })

  await test.step('what Meera earned can be moved, once', async () => {
    await meera.reload()
    await expect(meera.getByText('All of it can be moved')).toBeVisible()
    await meera.getByRole('radio', { name: 'Referal' }).check()
    await meera.getByRole('button', { name: 'Move all' }).click()
    await meera.getByRole('button', { name: 'Move 100 fkr' }).click()
    await expect(success(meera)).toBeVisible()
    await expect(meera).toHaveURL('/account/wallet')
    expect(await balancesOf(meera)).toMatchObject({ CurrentBalance: 100, ReferalAmount: 0 })
    await expect(meera.getByText('Referal Transfer')).toBeVisible()
  })

  await test.step('what Joel won goes to Deposit, to the hundredth', async () => {
    const before = await balancesOf(joel)
    await joel.goto('/account/wallet/internal-trasnfer')
    await joel.getByRole('radio', { name: 'Winning' }).check()
    await joel.getByRole('button', { name: 'Move all' }).click()
    await joel.getByRole('button', { name: /^Move \d/ }).click()
    await expect(success(joel)).toBeVisible()
    expect(await balancesOf(joel)).toMatchObject({
      CurrentBalance: before.CurrentBalance + before.Winning_Amount,
      Winning_Amount: 0,
    })
  })
})
