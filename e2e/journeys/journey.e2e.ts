import { evenOrOdd } from '../support/even-or-odd.ts'
import { balancesOf, enter, logIn, signUp, somebody } from '../support/people.ts'
import { expect, inMotion, type Page, test } from '../support/test.ts'
import { installWallet } from '../support/test-wallet.ts'

/** The main job, end to end, on the running product: every part on the way is the real one. */

/** The chain's token, as the server names it to a logged-in player. */
async function tokenOf(page: Page): Promise<`0x${string}`> {
  return (await (await page.request.get('/api/find-walletAdr')).json()).Data.token
}

async function fillDeposit(page: Page, amount: string): Promise<void> {
  await page.goto('/account/wallet')
  await page.getByRole('link', { name: 'Deposit' }).click()
  await page.getByLabel('Payment method').selectOption('fkr')
  await page.getByLabel('Enter Amount').fill(amount)
  await page.getByRole('button', { name: `Deposit ${amount} fkr` }).click()
}

/**
 * Bets and draws; answers what the screen said that the round returned. `reload` leaves in the
 * middle.
 */
async function playGuess(page: Page, reload = false): Promise<number> {
  const sheet = page.getByRole('dialog', { name: 'Place your bet' })
  await expect(sheet).toBeVisible()
  await sheet.getByRole('button', { name: 'Bet 5 fkr' }).click()
  const board = page.getByRole('radiogroup', { name: 'Numbers' })
  await expect(board.getByRole('radio')).toHaveCount(15)
  if (reload) {
    const before = await board.getByRole('radio').allTextContents()
    await page.reload()
    await expect(board.getByRole('radio')).toHaveCount(15)
    expect(await board.getByRole('radio').allTextContents()).toEqual(before)
    await expect(sheet).toBeHidden()
  }
  await page.getByRole('button', { name: 'Draw the number' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Please Choose Any Option' }),
  ).toBeVisible()
  await evenOrOdd(page).click()
  const before = await balancesOf(page)
  await page.getByRole('button', { name: 'Draw the number' }).click()
  const dock = page.getByRole('region', { name: 'Round' })
  await expect(dock).toContainText('was drawn')
  await expect(page.getByRole('button', { name: 'Play Again' })).toBeEnabled()
  const after = await balancesOf(page)
  return after.Winning_Amount - before.Winning_Amount
}

test.describe('in motion', () => {
  test.use(inMotion)

  test('sign up, deposit, play three rounds, withdraw: with a wallet that really signs', async ({
    page,
    baseURL,
  }) => {
    const wallet = await installWallet(page, baseURL ?? '')
    const person = somebody()
    await signUp(page, person)
    await logIn(page, person)
    await wallet.fund()
    const token = await tokenOf(page)

    await test.step('deposit 500: the wrong network, two refusals, then approved', async () => {
      wallet.refuseNext('wallet_switchEthereumChain')
      wallet.refuseNext('eth_sendTransaction')
      await fillDeposit(page, '500')
      await page.getByRole('button', { name: 'Switch' }).click()
      await expect(page.getByText(/Token transfer failed: /)).toBeVisible()
      await expect(page.getByText('Nothing left your wallet.')).toBeVisible()
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(page.getByText(/Please do not refresh or close this page/)).toBeVisible()
      await expect(
        page.getByRole('status').filter({ hasText: 'Amount deposited successfully' }),
      ).toBeVisible()
      await expect(page).toHaveURL('/account/wallet')
      expect(await balancesOf(page)).toMatchObject({
        CurrentBalance: 500,
        Winning_Amount: 0,
        OnHold: 0,
      })
      expect(await wallet.tokens(token)).toBe('9500')
    })

    await test.step('three rounds, one of them reloaded in the middle', async () => {
      await page.goto('/games')
      await page.getByRole('link', { name: 'Play Guess Number' }).click()
      let won = 0
      for (const reload of [false, true, false]) {
        const returned = await playGuess(page, reload)
        expect([0, 7.5]).toContain(returned)
        won += returned
        await page.getByRole('button', { name: 'Play Again' }).click()
      }
      expect(await balancesOf(page)).toMatchObject({
        CurrentBalance: 485,
        Winning_Amount: won,
        Bonus: 0,
        OnHold: 0,
      })
    })

    await test.step('the rows of the wallet add up to the balances, to the hundredth', async () => {
      const balances = await balancesOf(page)
      const { userID } = await page.evaluate(() =>
        JSON.parse(localStorage.getItem('userGame') ?? '{}'),
      )
      const { Data } = await (
        await page.request.get(`/api/TransactionByUserId?User_Id=${userID}&all=true&limit=100`)
      ).json()
      const sum = (wallet: string) =>
        Data.reduce(
          (total: number, row: { Wallets: Record<string, number> }) =>
            total + Math.round((row.Wallets[wallet] ?? 0) * 100),
          0,
        ) / 100
      expect(sum('CurrentBalance')).toBe(balances.CurrentBalance)
      expect(sum('Winning_Amount')).toBe(balances.Winning_Amount)
    })

    await test.step('verify the last round', async () => {
      await page.goto('/games/guess-number')
      await playGuess(page)
      await page.getByRole('link', { name: 'Verify this round' }).click()
      await expect(page).toHaveURL(/\/fairness\/[\w-]{27}$/)
      await expect(page.getByText(/checks out|holds|verified/i).first()).toBeVisible()
    })

    await test.step('withdraw 100: the tokens arrive, less 10 %', async () => {
      const before = await balancesOf(page)
      await page.goto('/account/wallet')
      await page.getByRole('link', { name: 'Withdraw' }).click()
      await page.getByLabel('Payment method').selectOption('fkr')
      await page.getByLabel('Enter Amount').fill('100')
      await expect(page.getByLabel('Amount to send')).toHaveValue('90')
      await page.getByRole('button', { name: 'Continue' }).click()
      const sheet = page.getByRole('dialog')
      await expect(sheet).toContainText(wallet.address)
      await sheet.getByRole('button', { name: /^Withdraw/ }).click()
      await expect(
        page.getByRole('status').filter({ hasText: 'Amount withdrawal successfully' }),
      ).toBeVisible()
      await expect(page).toHaveURL('/account/wallet')
      await expect.poll(() => wallet.tokens(token)).toBe('9590')
      expect(await balancesOf(page)).toMatchObject({ CurrentBalance: before.CurrentBalance - 100 })
      await expect.poll(async () => (await balancesOf(page)).OnHold).toBe(0)
    })
  })
})

test('the same with the demo wallet, without an installed one', async ({ page }) => {
  await enter(page, somebody('Joel Okafor'))

  await test.step('deposit', async () => {
    await fillDeposit(page, '500')
    await expect(page.getByText('Please install MetaMask or a compatible wallet!')).toBeVisible()
    await page.getByRole('button', { name: /^Use/ }).click()
    const deposited = page.getByRole('status').filter({ hasText: 'Amount deposited successfully' })
    // Each request of the wallet opens a dialog; a person approves them as they come.
    const approve = page.getByRole('button', { name: 'Approve' })
    await page.addLocatorHandler(approve, () => approve.click(), { noWaitAfter: true })
    await expect(deposited).toBeVisible()
    await expect(page).toHaveURL('/account/wallet')
    expect((await balancesOf(page)).CurrentBalance).toBe(500)
  })

  await test.step('a round', async () => {
    await page.goto('/games/guess-number')
    const returned = await playGuess(page)
    expect(await balancesOf(page)).toMatchObject({ CurrentBalance: 495, Winning_Amount: returned })
  })

  await test.step('withdraw', async () => {
    await page.goto('/account/wallet/withdraw')
    await page.getByLabel('Payment method').selectOption('fkr')
    await page.getByLabel('Enter Amount').fill('50')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Withdraw/ })
      .click()
    await expect(
      page.getByRole('status').filter({ hasText: 'Amount withdrawal successfully' }),
    ).toBeVisible()
    expect((await balancesOf(page)).CurrentBalance).toBe(445)
  })
})
