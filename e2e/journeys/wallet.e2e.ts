import { pressButton, tabTo } from '../support/keys.ts'
import { balancesOf, enter, idOf } from '../support/people.ts'
import { routeOnce, routeUntil } from '../support/route.ts'
import { expect, type Page, test } from '../support/test.ts'
import { installWallet } from '../support/test-wallet.ts'

/** Deposits and withdrawals where something gets in their way. */

const deposited = (page: Page) =>
  page.getByRole('status').filter({ hasText: 'Amount deposited successfully' })

async function fill(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Payment method').selectOption('fkr')
  await page.getByLabel('Enter Amount').fill(amount)
}

/** A player with a funded wallet, at the deposit form. */
async function atDeposit(page: Page, baseURL: string | undefined, wallets = ['Test Wallet']) {
  await enter(page)
  const [first, ...others] = await Promise.all(
    wallets.map((name) => installWallet(page, baseURL ?? '', name)),
  )
  await first!.fund()
  await page.goto('/account/wallet/deposite')
  return { wallet: first!, others }
}

test('the form says what is missing, and judges again as it is filled', async ({
  page,
  baseURL,
}) => {
  await atDeposit(page, baseURL)
  await page.getByRole('button', { name: 'Deposit' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toHaveText('Please enter amount and select payment method')
  // Under what it is about, before the links.
  const links = await page.getByRole('link', { name: 'Limits and breaks' }).boundingBox()
  expect((await alert.boundingBox())?.y).toBeLessThan(links?.y ?? 0)
  await page.getByLabel('Payment method').selectOption('fkr')
  await expect(alert).toHaveText('Please enter amount')
  await page.getByLabel('Enter Amount').fill('0')
  await expect(alert).toHaveText('Enter valid amount')
  await page.getByRole('button', { name: '1,000', exact: true }).click()
  await expect(alert).toBeHidden()
  await expect(page.getByText('exactly 1,000 fkr, no more')).toBeVisible()
})

test('a no at each step is offered again; Cancel brings the form back as it was', async ({
  page,
  baseURL,
}) => {
  const { wallet } = await atDeposit(page, baseURL)
  for (const method of [
    'eth_requestAccounts',
    'wallet_switchEthereumChain',
    'personal_sign',
    'eth_sendTransaction',
  ])
    wallet.refuseNext(method)
  await fill(page, '12.5')
  await pressButton(page, 'Deposit 12.50 fkr')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  // By keys, which fail where a card that goes takes the focus along.
  for (const again of ['Connect', 'Switch', 'Sign']) await pressButton(page, again)
  await expect(page.getByText('Token transfer failed: user rejected')).toBeVisible()
  await expect(page.getByText('Nothing left your wallet.')).toBeVisible()
  await pressButton(page, 'Cancel')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  await expect(page.getByLabel('Enter Amount')).toHaveValue('12.5')
  await pressButton(page, 'Deposit 12.50 fkr')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  const withNavigation = await page.evaluateHandle(() => {
    const screens = new Set<string>()
    new MutationObserver(() => {
      const here = location.pathname
      if (here.endsWith('deposite') && document.querySelector('nav[aria-label=Main]'))
        screens.add(document.querySelector('main')?.textContent ?? '')
    }).observe(document.body, { childList: true, subtree: true })
    return screens
  })
  await expect(deposited(page)).toBeVisible()
  expect(await withNavigation.evaluate((screens) => [...screens])).toEqual([])
  expect((await balancesOf(page)).CurrentBalance).toBe(12.5)
})

test('a report that never arrived is sent again after a reload, under the same key: one deposit', async ({
  page,
  baseURL,
}) => {
  const { wallet } = await atDeposit(page, baseURL)
  const keys: (string | undefined)[] = []
  await page.route('**/api/paymentDeposit', (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    return keys.length === 1 ? route.abort() : route.continue()
  })
  await fill(page, '700')
  await page.getByRole('button', { name: 'Deposit 700 fkr' }).click()
  await expect(page.getByText('Some error occured!')).toBeVisible()
  await page.getByRole('link', { name: 'My Wallet' }).click()
  await page.getByRole('link', { name: /Deposit 700 is not finished/ }).click()
  await expect(deposited(page)).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  expect(wallet.asked.filter((method) => method === 'eth_sendTransaction')).toHaveLength(1)
  expect((await balancesOf(page)).CurrentBalance).toBe(700)
})

test('a reload after the report goes on with it; a second deposit waits for the first', async ({
  page,
  baseURL,
}) => {
  await atDeposit(page, baseURL)
  await fill(page, '300')
  await page.getByRole('button', { name: 'Deposit 300 fkr' }).click()
  await page.waitForURL(/\?deposit=/)
  const reported = page.url()
  await page.reload()
  // Both are there while the screen behind it loads.
  await expect(page.getByText('Depositing 300 fkr').or(deposited(page)).first()).toBeVisible()
  await page.goto('/account/wallet/deposite')
  await fill(page, '300')
  // Keeps the first one on its way while the test looks, also on a quick chain.
  const first = {
    Transaction_Id: new URL(reported).searchParams.get('deposit'),
    kind: 'deposit',
    amount: 300,
    state: 'mined',
    DateTime: new Date().toISOString(),
  }
  const goOn = await routeUntil(page, '**/api/openOperations?**', (route) =>
    route.fulfill({ json: { Status: true, Message: 'Success', Data: [first] } }),
  )
  await page.getByRole('button', { name: 'Deposit 300 fkr' }).click()
  await expect(page.getByText('Your earlier deposit comes first')).toBeVisible()
  goOn()
  await expect(deposited(page)).toBeVisible()
  expect((await balancesOf(page)).CurrentBalance).toBe(600)
})

test('a deposit is on screen before the server has said where it stands, and in an outage', async ({
  page,
  baseURL,
}) => {
  await atDeposit(page, baseURL)
  const { promise: gate, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/api/depositStatus?**', async (route) => {
    await gate
    await route.continue()
  })
  await fill(page, '300')
  await page.getByRole('button', { name: 'Deposit 300 fkr' }).click()
  await page.waitForURL(/\?deposit=/)
  await expect(page.getByRole('heading', { name: 'Depositing 300 fkr' })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  const address = page.url()
  letThrough()
  await expect(deposited(page)).toBeVisible()

  // Opened by its address alone, the page doesn't know the amount.
  await page.route('**/api/depositStatus?**', (route) => route.fulfill({ status: 503, json: {} }))
  await page.goto(address)
  await expect(page.getByText('No connection. We keep asking.')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  await page.getByRole('link', { name: 'My Wallet' }).click()
  await expect(page).toHaveURL('/account/wallet')
})

test('WORDS-08 of several wallets the player chooses one; what they say is shown as plain text', async ({
  page,
  baseURL,
}) => {
  const sly = '<img src=x onerror=alert(1)>'
  const { others } = await atDeposit(page, baseURL, ['First Wallet', sly])
  others[0]!.failNext(
    'eth_requestAccounts',
    `<b>Give me</b>\n\u202Eyour seed ${'phrase '.repeat(50)}`,
  )
  await fill(page, '500')
  await page.getByRole('button', { name: 'Deposit 500 fkr' }).click()
  const chooser = page.getByRole('dialog', { name: 'Choose a wallet' })
  await chooser.getByRole('button', { name: sly }).click()
  await expect(page.getByRole('alert')).toContainText('<b>Give me</b> your seed phrase')
  await expect(page.locator('[role=alert] b')).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Deposit 500 fkr' }).click()
  await chooser.getByRole('button', { name: 'First Wallet' }).click()
  await expect(deposited(page)).toBeVisible()
})

test('a deposit of more than the wallet holds is rejected with its reason', async ({
  page,
  baseURL,
}) => {
  await atDeposit(page, baseURL)
  await fill(page, '20000')
  await page.getByRole('button', { name: 'Deposit 20,000 fkr' }).click()
  await expect(
    page.getByText('Token transfer failed: The wallet holds less than this amount'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByLabel('Enter Amount')).toHaveValue('20000')
})

test('a spending cap that is lowered in the wallet is reported at once; the whole is approved on Retry', async ({
  page,
  baseURL,
}) => {
  const { wallet } = await atDeposit(page, baseURL)
  wallet.lowerNextApproval('40')
  await fill(page, '500')
  await page.getByRole('button', { name: 'Deposit 500 fkr' }).click()
  await expect(
    page.getByText('Token transfer failed: the wallet approved only 40 fkr'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(deposited(page)).toBeVisible()
  expect((await balancesOf(page)).CurrentBalance).toBe(500)
})

test('an approval that was cancelled in the wallet ends by Cancel, and its page asks for the network', async ({
  page,
  baseURL,
}) => {
  const { wallet } = await atDeposit(page, baseURL)
  wallet.dropNext()
  await fill(page, '500')
  await pressButton(page, 'Deposit 500 fkr')
  await expect(page.getByText('Waiting for its block')).toBeVisible()
  wallet.leaveNetwork()
  await expect(page.getByText('Your wallet is on another one.')).toBeVisible()
  await pressButton(page, 'Switch')
  await expect(page.getByText('Waiting for its block')).toBeVisible()
  await pressButton(page, 'Cancel')
  await expect(page.getByLabel('Enter Amount')).toHaveValue('500')
  await page.goto('/account/wallet/deposite')
  await fill(page, '300')
  await pressButton(page, 'Deposit 300 fkr')
  await expect(deposited(page)).toBeVisible()
  expect((await balancesOf(page)).CurrentBalance).toBe(300)
})

test('a deposit whose approval does not come is cancelled, and nothing is taken', async ({
  page,
  baseURL,
}) => {
  const { wallet } = await atDeposit(page, baseURL)
  await page.goto('/account/wallet/withdraw')
  await page.getByRole('button', { name: 'Link wallet' }).click()
  await expect(page.getByText('Goes to your linked wallet')).toBeVisible()
  const { userID } = await page.evaluate(() => JSON.parse(localStorage.getItem('userGame') ?? '{}'))
  const report = async () => {
    const transactionData = {
      userId: userID,
      fromAdr: wallet.address,
      amount: 300,
      Method: 'fkr',
      StatusMsg: 'Deposit',
    }
    const answer = await page.request.post('/api/paymentDeposit', { data: { transactionData } })
    return (await answer.json()).Data.Transaction_Id
  }
  await page.goto(`/account/wallet/deposite?deposit=${await report()}`)
  await expect(page.getByText('Still waiting for its turn')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Deposit cancelled')).toBeVisible()
  await expect(page).toHaveURL('/account/wallet')

  // The wallet is free for another at once; its card cancels it as well.
  await report()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('button', { name: /Deposit 300 on its way/ }).click()
  await page.getByRole('button', { name: 'Cancel this deposit' }).click()
  await expect(page.getByRole('list', { name: 'On their way' })).toBeHidden()
  expect((await balancesOf(page)).CurrentBalance).toBe(0)
})

test('a withdrawal says what is still to come, and its details what arrived, where, and its hash', async ({
  page,
  baseURL,
}) => {
  await atDeposit(page, baseURL)
  await fill(page, '500')
  await page.getByRole('button', { name: 'Deposit 500 fkr' }).click()
  await expect(deposited(page)).toBeVisible()
  await page.goto('/account/wallet/withdraw')
  await fill(page, '200')
  await page.getByRole('button', { name: 'Continue' }).click()
  // Keeps it as it is when it has been accepted, while the test looks, also on a quick chain.
  const operations = `/api/openOperations?User_Id=${await idOf(page)}`
  let open: object = {}
  const goOn = [
    await routeUntil(page, `**${operations}`, (route) => route.fulfill({ json: open })),
    await routeUntil(page, '**/api/withdrawalStatus?**', (route) => route.abort()),
  ]
  await routeOnce(page, '**/api/paymentWithdrawal', async (route) => {
    const response = await route.fetch()
    open = await (await page.request.get(operations)).json()
    await route.fulfill({ response })
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw 200 fkr' }).click()
  await expect(page.getByText('Amount withdrawal successfully')).toBeVisible()
  await expect(
    page.getByText(/Accepted\. We send it next|Sent\. (It waits for its|Each new) block/),
  ).toBeVisible()
  for (const follow of goOn) follow()
  await expect(page.getByRole('list', { name: 'On their way' })).toBeHidden()
  const rows = page.getByRole('list', { name: 'Transactions' }).getByRole('listitem')
  await rows.filter({ hasText: 'Withdraw' }).getByRole('button').click()
  const details = page.getByRole('dialog', { name: 'Withdraw' })
  for (const [label, value] of [
    [/^Fee/, '20 fkr'],
    ['Arrived', '180 fkr'],
    ['To wallet', '0x'],
    ['Chain transaction', '0x'],
  ] as const)
    await expect(details.getByText(label).locator('..')).toContainText(value)
  await expect(details.getByRole('button', { name: 'Copy Chain transaction' })).toBeVisible()
})

test('withdraw: a wallet is linked in place; a refusal brings the form back with its reason', async ({
  page,
  baseURL,
}) => {
  await enter(page)
  const wallet = await installWallet(page, baseURL ?? '')
  await page.goto('/account/wallet/withdraw')
  await expect(page.getByText('Please link a wallet first')).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Please enter amount and select payment method')).toBeVisible()
  const held = Promise.withResolvers<void>()
  await routeOnce(page, '**/api/walletChallenge', async (route) => {
    await held.promise
    await route.abort()
  })
  // By keys, which fail where a card that goes takes the focus along.
  await pressButton(page, 'Link wallet')
  await pressButton(page, 'Cancel')
  held.resolve()
  wallet.refuseNext('personal_sign')
  for (const next of ['Link wallet', 'Sign']) await pressButton(page, next)
  await expect(page.getByText('Goes to your linked wallet')).toBeVisible()
  await tabTo(page.getByRole('button', { name: 'Change' }))

  await fill(page, '0.01')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toHaveText('Withdraw at least 1 fkr')
  await fill(page, '200')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw 200 fkr' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'Some error occured' })).toBeVisible()
  await expect(page.getByText('Insufficient balance')).toBeVisible()
  await expect(page.getByLabel('Enter Amount')).toHaveValue('200')
})

test('transactions: lost bets are hidden until they are asked for; the list goes on as it is scrolled', async ({
  page,
  baseURL,
}) => {
  await atDeposit(page, baseURL)
  await fill(page, '500')
  await page.getByRole('button', { name: 'Deposit 500 fkr' }).click()
  await expect(deposited(page)).toBeVisible()
  const { userID } = await page.evaluate(() => JSON.parse(localStorage.getItem('userGame') ?? '{}'))
  for (let round = 0; round < 24; round += 1) {
    const bet = { User_Id: userID, Amount: -10, StatusMsg: 'amtplaced', Game_Id: 3 }
    const placed = await (await page.request.post('/api/addTransaction', { data: bet })).json()
    const move = { User_Id: userID, Transaction_Id: placed.Transaction_Id, Move: { spin: true } }
    expect(await (await page.request.post('/api/playRound', { data: move })).json()).toMatchObject({
      Status: true,
    })
  }
  await page.getByRole('button', { name: 'Refresh' }).click()
  const rows = page.getByRole('list', { name: 'Transactions' }).getByRole('listitem')
  const all = `/api/TransactionByUserId?User_Id=${userID}&limit=100`
  const count = async (query = '') =>
    (await (await page.request.get(`${all}${query}`)).json()).Data.length
  for (const [press, query] of [
    ['Show all', '&all=true'],
    ['Hide them', ''],
  ] as const) {
    await page.getByRole('button', { name: press }).click()
    await expect(rows.first()).toBeVisible()
    const due = await count(query)
    // As many pages as chance has made: each is fetched when the end comes near.
    await expect(async () => {
      await page.mouse.wheel(0, 100_000)
      await expect(rows).toHaveCount(due, { timeout: 1_000 })
    }).toPass()
    await expect(rows.filter({ hasText: /^Loss/ })).toHaveCount(
      query === '' ? 0 : (await count('&all=true')) - (await count()),
    )
  }
  await rows.filter({ hasText: /Win/ }).first().click()
  const details = page.getByRole('dialog')
  await expect(details).toContainText('Change of each wallet')
  await expect(details.getByText(/Win, returned /)).toBeVisible()
  await expect(details.getByRole('link', { name: 'Verify this round' })).toHaveAttribute(
    'href',
    /^\/fairness\/[\w-]{27}$/,
  )
})
