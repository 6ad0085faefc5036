import { fundedPlayer } from '../support/funded-player.ts'
import { linkedWallet } from '../support/linked-wallet.ts'
import { enter } from '../support/people.ts'
import { expect, type Page, test } from '../support/test.ts'

/**
 * What the screens say, in the words of the specification: form by form, list by list. What the
 * server would rarely answer is put in its mouth.
 */

/** How a call fares: its answer gets lost, the server is down, or it answers this. */
type Fate = 'lost' | 'down' | object

interface Case {
  readonly on: string
  readonly calls?: Readonly<Record<string, Fate>>
  readonly act?: (page: Page) => Promise<unknown>
  readonly says: readonly string[]
}

const refused = (Message: string) => ({ Status: false, Message })
const tryAgain = 'An error occurred. Please try again.'

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
/** Fills fields by their labels, the choices too, then presses the button. */
const fill =
  (fields: Readonly<Record<string, string>>, button: string | RegExp) => async (page: Page) => {
    for (const [label, text] of Object.entries(fields)) {
      const field = page.getByLabel(label, { exact: true })
      if ((await field.evaluate((element) => element.tagName)) === 'SELECT')
        await field.selectOption(text)
      else await field.fill(text)
    }
    await press(page, button)
  }

/** Signs up as far as the given fate of the last call, with an address whose code was right. */
const signUp = (answer: Fate, says: string): Case => ({
  on: '/signup',
  calls: { accountVerification: { status: true, message: 'Success' }, signUp: answer },
  async act(page) {
    await page.getByRole('checkbox').check()
    await fill(
      { Name: 'Meera Nair', Phone: '9000000000', Password: 'small-pots-1', Email: 'm@example.com' },
      'Sign Up',
    )(page)
    await page.getByLabel('4-digit code').fill('1234')
    await press(page, 'Continue')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await press(page, 'Sign Up')
  },
  says: [says],
})

/** The linked wallet and balances that a form wants before it lets anybody on. */
const linked = { 'find-walletAdr': linkedWallet }
const withdraw = (fields: Readonly<Record<string, string>>, ...says: string[]): Case => ({
  on: '/account/wallet/withdraw',
  calls: linked,
  act: fill(fields, 'Continue'),
  says,
})
const deposit = (fields: Readonly<Record<string, string>>, ...says: string[]): Case => ({
  on: '/account/wallet/deposite',
  act: fill(fields, /^Deposit/),
  says,
})
const move = (fields: Readonly<Record<string, string>>, answer: Fate, says: string): Case => ({
  on: '/account/wallet/internal-trasnfer',
  calls: { internalTransfer: answer },
  async act(page) {
    if (fields.wallet) await page.getByRole('radio', { name: fields.wallet }).check()
    if (fields.amount) await page.getByLabel('Enter Amount').fill(fields.amount)
    await press(page, /^Move( \d|$)/)
  },
  says: [says],
})
const bet = (game: string, stake: string, says: string, calls: Case['calls'] = {}): Case => ({
  on: `/games/${game}`,
  calls,
  async act(page) {
    await page.getByLabel('Stake').fill(stake)
    await press(page, /^Bet/)
  },
  says: [says],
})
const demoBet = (game: string, stake: string, says: string): Case =>
  bet(`../demo-games/${game}`, stake, says)
/** A list that can't be read offers Retry. */
const failing = (on: string, call: string, says = tryAgain): Case => ({
  on,
  calls: { [call]: 'down' },
  says: [says, 'Retry'],
})
const empty = (on: string, calls: Case['calls'], ...says: string[]): Case => ({
  on,
  ...(calls && { calls }),
  says,
})

const ofVisitors: Readonly<Record<string, readonly Case[]>> = {
  'log-in': [
    { on: '/login', act: fill({}, 'Login'), says: ['Please enter your phone number and password'] },
    {
      on: '/login',
      act: fill({ Password: 'pots' }, 'Login'),
      says: ['Please enter your phone number'],
    },
    {
      on: '/login',
      act: fill({ 'Mobile number': '9000000000' }, 'Login'),
      says: ['Please enter your password'],
    },
    {
      on: '/login',
      act: fill({ 'Mobile number': '123', Password: 'pots' }, 'Login'),
      says: ['Please enter a valid 10-digit mobile number'],
    },
    ...(['lost', 'down'] as const).map((userLogin) => ({
      on: '/login',
      calls: { userLogin },
      act: fill({ 'Mobile number': '9000000000', Password: 'pots' }, 'Login'),
      says: [tryAgain],
    })),
    {
      on: '/login',
      calls: { userLogin: refused('Wrong mobile number or password') },
      act: fill({ 'Mobile number': '9000000000', Password: 'pots' }, 'Login'),
      says: ['Wrong mobile number or password'],
    },
  ],
  'sign-up': [
    {
      on: '/signup',
      act: fill({}, 'Sign Up'),
      says: ['Please enter your name, phone number, and password, and email.'],
    },
    {
      on: '/signup',
      act: fill({ Name: 'Meera', Password: 'pots' }, 'Sign Up'),
      says: ['Please enter your phone number, email'],
    },
    {
      on: '/signup',
      act: fill({ Name: 'Meera  Nair', Phone: '123', Password: 'abc', Email: 'm@x' }, 'Sign Up'),
      says: [
        'Please enter a valid name',
        'Please enter a valid 10-digit mobile number',
        'Password must be between 4 and 20 characters.',
        'Please enter a valid email address',
        'You must agree to the terms and conditions.',
      ],
    },
    {
      on: '/signup',
      act: (page) => page.getByLabel('Password', { exact: true }).fill('password1'),
      says: ['This one is common and easy to guess.'],
    },
    signUp(
      refused('This mobile number already has an account'),
      'This mobile number already has an account',
    ),
    signUp('lost', tryAgain),
    signUp({ Message: 'Your account is ready', Data: { id: 48_213_075 } }, 'Your account is ready'),
  ],
}

const ofPlayers: Readonly<Record<string, readonly Case[]>> = {
  'change password': [
    {
      on: '/account/change-password',
      calls: { 'changePassword*': 'lost' },
      act: fill(
        { 'New password': 'other-pots-2', 'Confirm password': 'other-pots-2' },
        'Change Password',
      ),
      says: ['Failed to change password. Please try again.'],
    },
  ],
  profile: [
    {
      on: '/account/my-profile/edit-profile',
      calls: { 'updateProfile*': 'down' },
      act: (page) => press(page, 'Save'),
      says: ['Some error occured in profile update'],
    },
    {
      on: '/account/my-profile/edit-profile',
      calls: { 'updateProfile*': refused('This email address already has an account') },
      act: (page) => press(page, 'Save'),
      says: ['This email address already has an account'],
    },
  ],
  deposit: [
    deposit({}, 'Please enter amount and select payment method'),
    deposit({ 'Enter Amount': '500' }, 'Please select payment method'),
    deposit({ 'Payment method': 'fkr' }, 'Please enter amount'),
    deposit({ 'Payment method': 'fkr', 'Enter Amount': '0' }, 'Enter valid amount'),
    deposit(
      { 'Payment method': 'fkr', 'Enter Amount': '500' },
      'Please install MetaMask or a compatible wallet!',
    ),
  ],
  withdraw: [
    withdraw({}, 'Please enter amount and select payment method'),
    withdraw({ 'Enter Amount': '500' }, 'Please select payment method'),
    withdraw({ 'Payment method': 'fkr' }, 'Please enter amount'),
    withdraw({ 'Payment method': 'fkr', 'Enter Amount': '0' }, 'Enter valid amount'),
    {
      on: '/account/wallet/withdraw',
      calls: { ...linked, paymentWithdrawal: refused('Insufficient balance') },
      async act(page) {
        await fill({ 'Payment method': 'fkr', 'Enter Amount': '500' }, 'Continue')(page)
        await page
          .getByRole('dialog')
          .getByRole('button', { name: /^Withdraw/ })
          .click()
      },
      says: ['Some error occured'],
    },
  ],
  'internal transfer': [
    move({}, 'lost', 'Please choose sender wallet and Amount'),
    move({ amount: '5' }, 'lost', 'Please choose sender wallet'),
    move({ wallet: 'Winning' }, 'lost', 'Please enter amount'),
    move({ wallet: 'Referal', amount: '0' }, 'lost', 'Enter valid amount'),
    move(
      { wallet: 'Winning', amount: '5' },
      refused('User not found or deleted'),
      'Some error occurred!',
    ),
    move(
      { wallet: 'Winning', amount: '5' },
      refused('Winning Insufficient Balance'),
      'Insufficient balance in Winning wallet',
    ),
    move(
      { wallet: 'Referal', amount: '5' },
      refused('Referral Insufficient Balance.'),
      'Insufficient balance in Referral wallet',
    ),
    move({ wallet: 'Winning', amount: '5' }, 'down', 'Some error occured'),
  ],
  support: [
    {
      on: '/support',
      calls: { insertLogs: 'down' },
      act: fill(
        { 'Transaction Hash': `0x${'4b'.repeat(32)}`, Amount: '5', 'Transaction Type': 'Deposit' },
        'Submit',
      ),
      says: ['Some error occured'],
    },
  ],
  lists: [
    failing('/games', 'gameList'),
    empty('/games', { gameList: { Data: [] } }, 'No games found.'),
    failing('/', 'mostpopular'),
    failing('/', 'getTop10Players'),
    failing('/', 'getTop3Winners'),
    failing('/activities', 'activityTotals*'),
    failing('/activities', 'todayActivity*'),
    failing('/account/wallet', 'WalletListByUserId*'),
    failing(
      '/account/wallet',
      'TransactionByUserId*',
      'Failed to load transactions. Please try again later.',
    ),
    empty('/account/wallet', undefined, 'No transactions found.'),
    failing(
      '/account/level-earning',
      'level-earning*',
      'Failed to load Level Earning. Please try again later.',
    ),
    empty(
      '/account/level-earning',
      undefined,
      'No data available for level earnings. Please refer to begin earning!',
    ),
    failing(
      '/account/referral-team',
      'refer-team*',
      'Failed to load Referral. Please try again later.',
    ),
    empty(
      '/account/referral-team',
      undefined,
      'Referral team not found. Start sharing to create your team.',
    ),
    failing('/account/invite', 'invitecodeByUserId*'),
    failing('/notifications', 'notifications*'),
    empty('/notifications', undefined, 'No Data Found !'),
    empty('/', { getTop10Players: { Data: [] }, getTop3Winners: { Data: [] } }, 'No Data Found !'),
    failing('/account/my-profile', 'userList*'),
    failing('/support', 'supportCases*'),
    failing('/fairness', 'gameList'),
  ],
  'demo bets': [
    demoBet('guess-number', '', 'Please enter a valid bet amount.'),
    demoBet('guess-number', '4', 'Please enter a valid bet.'),
    demoBet('guess-number', '31', 'Please enter a valid bet.'),
    demoBet('mines', '0', 'Please enter a valid bet.'),
    ...['mines', 'slot-machine', 'tic-tac-toe'].map((game) =>
      demoBet(game, '101', 'Invalid bet amount'),
    ),
  ],
}

const ofFundedPlayers: readonly Case[] = [
  bet('guess-number', '4', 'Minimum bet amount is 5'),
  bet('guess-number', '205', 'Maximum bet amount is 200'),
  bet('guess-number', '6', 'The amount steps by 5'),
  bet('guess-number', '200', "You don't have sufficient amount please rechage your wallet"),
  // A fifth of it is there, the whole isn't.
  bet('guess-number', '20', 'No sufficient amount !'),
  bet('guess-number', '5', 'Coming Soon', { addTransaction: refused('Coming Soon') }),
  bet('guess-number', '5', 'Some error in participation', { addTransaction: 'down' }),
  bet('guess-number', '5', 'Game started!'),
  bet('tic-tac-toe', '5', 'Failed to participate!', {
    addParticipation: refused('The record says otherwise'),
  }),
]

async function stub(page: Page, calls: Case['calls'] = {}): Promise<void> {
  for (const [path, fate] of Object.entries(calls))
    await page.route(`**/api/${path}`, (route) => {
      if (fate === 'lost') return route.abort()
      if (fate === 'down') return route.fulfill({ status: 503, json: {} })
      return route.fulfill({ json: { Status: true, Message: 'Success', ...Object(fate) } })
    })
}

async function check(page: Page, { on, calls, act, says }: Case): Promise<void> {
  await test.step(`${on}: ${says[0]}`, async () => {
    await stub(page, calls)
    await page.goto(on)
    await act?.(page)
    for (const text of says)
      await expect(page.getByText(text, { exact: true }).first()).toBeVisible()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
}

for (const [area, cases] of Object.entries(ofVisitors))
  test(`what ${area} says`, async ({ page }) => {
    for (const one of cases) await check(page, one)
  })

for (const [area, cases] of Object.entries(ofPlayers))
  test(`what ${area} says`, async ({ page }) => {
    await enter(page)
    for (const one of cases) await check(page, one)
  })

test('what a bet for money says', async ({ page, baseURL }) => {
  await fundedPlayer(page, baseURL ?? '', 13)
  for (const one of ofFundedPlayers) await check(page, one)
})

test('a game that is deleted or not live is Coming Soon, and no link leads to it', async ({
  page,
}) => {
  await enter(page)
  for (const [path, call, links] of [
    ['/games', 'gameList', 'main article a'],
    ['/', 'mostpopular', 'main a[href^="/games/"]'],
  ] as const)
    for (const state of [{ IsLive: false }, { IsDeleted: true }]) {
      await page.route(`**/api/${call}`, async (route) => {
        const json = await (await route.fetch()).json()
        await route.fulfill({
          json: { ...json, Data: json.Data.map((game: object) => ({ ...game, ...state })) },
        })
      })
      await page.goto(path)
      await expect(page.getByText('Coming Soon')).toHaveCount(4)
      await expect(page.locator(links)).toHaveCount(0)
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
})
