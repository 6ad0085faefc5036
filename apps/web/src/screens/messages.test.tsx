import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { balances, linkedWallet, profile } from '../../test/answers.ts'
import { renderAsPlayer, renderAsVisitor } from '../../test/render-screen.tsx'
import { type Fate, refused } from '../../test/server.ts'

/** What the forms say, in the words of the specification. */

interface Case {
  readonly on: string
  readonly calls?: Readonly<Record<string, Fate>>
  readonly act?: (user: UserEvent) => Promise<unknown>
  readonly says: readonly string[]
}

/** Two blanks in a row are two. */
const exactly = { collapseWhitespace: false }
const tryAgain = 'An error occurred. Please try again.'

const press = async (user: UserEvent, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))

/** Fills fields by their labels, the choices too, then presses the button. */
const fill =
  (fields: Readonly<Record<string, string>>, button: string | RegExp) =>
  async (user: UserEvent) => {
    await screen.findByRole('button', { name: button })
    for (const [label, text] of Object.entries(fields)) {
      const field = await screen.findByLabelText(label)
      if (field instanceof HTMLSelectElement) await user.selectOptions(field, text)
      else {
        await user.clear(field)
        await user.paste(text)
      }
    }
    await press(user, button)
  }

/** Signs up as far as the fate of the last call, with an address whose code was right. */
const signUp = (email: string, answer: Fate, says: string): Case => ({
  on: '/signup',
  calls: { accountVerification: {}, signUp: answer },
  async act(user) {
    await user.click(await screen.findByRole('checkbox'))
    await fill(
      { Name: 'Meera Nair', Phone: '9000000000', Password: 'small-pots-1', Email: email },
      'Sign Up',
    )(user)
    await user.type(await screen.findByLabelText('4-digit code'), '1234')
    await press(user, 'Continue')
  },
  says: [says],
})

const logIn = (answer: Fate, says: string): Case => ({
  on: '/login',
  calls: { userLogin: answer },
  act: fill({ 'Mobile number': '9000000000', Password: 'pots' }, 'Login'),
  says: [says],
})
const withdraw = (fields: Readonly<Record<string, string>>, ...says: string[]): Case => ({
  // Before a wallet is linked.
  on: '/account/wallet/withdraw',
  act: fill(fields, 'Continue'),
  says,
})
const deposit = (fields: Readonly<Record<string, string>>, ...says: string[]): Case => ({
  on: '/account/wallet/deposite',
  act: fill(fields, /^Deposit/),
  says,
})
const send = (fields: Readonly<Record<string, string>>, ...says: string[]): Case => ({
  on: '/account/wallet/send-money',
  act: fill(fields, /^Send/),
  says,
})
const sent = (receiver: Fate, walletTransfer: Fate, says: string): Case => ({
  on: '/account/wallet/send-money',
  calls: { receiver, walletTransfer, WalletListByUserId: balances(100) },
  async act(user) {
    await fill({ 'Reciver ID': '51907263', 'Enter Amount': '25' }, /^Send/)(user)
    const sheet = await screen.findByRole('dialog', { name: 'Send 25 fkr?' })
    await user.click(await within(sheet).findByRole('button', { name: /^Send/ }))
  },
  says: [says],
})
const move = (
  { wallet, amount }: { wallet?: string; amount?: string },
  answer: Fate,
  says: string,
): Case => ({
  on: '/account/wallet/internal-trasnfer',
  calls: { internalTransfer: answer },
  async act(user) {
    if (wallet) await user.click(await screen.findByRole('radio', { name: new RegExp(wallet) }))
    if (amount) await user.type(await screen.findByLabelText('Enter Amount'), amount)
    await press(user, /^Move( \d|$)/)
  },
  says: [says],
})
const bet = (game: string, stake: string, says: string, calls: Case['calls'] = {}): Case => ({
  on: `/games/${game}`,
  calls: { WalletListByUserId: balances(13), ...calls },
  act: fill({ Stake: stake }, /^Bet/),
  says: [says],
})
const demoBet = (game: string, stake: string, says: string): Case => ({
  ...bet(game, stake, says),
  on: `/demo-games/${game}`,
})

const ofVisitors: Readonly<Record<string, readonly Case[]>> = {
  'the log-in': [
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
    logIn('lost', tryAgain),
    logIn('down', tryAgain),
    logIn(refused('Wrong mobile number or password'), 'Wrong mobile number or password'),
  ],
  'the sign-up': [
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
      act: async (user) => user.type(await screen.findByLabelText('Password'), 'password1'),
      says: ['This one is common and easy to guess.'],
    },
    signUp(
      'taken@example.com',
      refused('This mobile number already has an account'),
      'This mobile number already has an account',
    ),
    signUp('lost@example.com', 'lost', tryAgain),
    signUp(
      'new@example.com',
      { Message: 'Your account is ready', Data: { id: 48_213_075 } },
      'Your account is ready',
    ),
  ],
}

const passwords = (first: string, second: string, says: string, answer: Fate = 'lost'): Case => ({
  on: '/account/change-password',
  calls: { changePassword: answer },
  act: fill({ 'New password': first, 'Confirm password': second }, 'Change Password'),
  says: [says],
})

const ofPlayers: Readonly<Record<string, readonly Case[]>> = {
  'the change of the password': [
    passwords('', '', 'Both fields are required. Please fill in all fields.'),
    passwords('abc', 'abc', 'Password must be between 4 and 20 characters.'),
    passwords('password1', 'password1', 'This one is common and easy to guess.', {}),
    passwords(
      'other-pots-2',
      'other-pots-3',
      "The confirmed password doesn't match the new password.",
    ),
    passwords('other-pots-2', 'other-pots-2', 'Failed to change password. Please try again.'),
    passwords(
      'other-pots-2',
      'other-pots-2',
      'Failed to change password. Please try again.',
      'down',
    ),
    passwords('other-pots-2', 'other-pots-2', 'Your password has been updated.', {
      Message: 'Your password has been updated.',
    }),
  ],
  'the profile': [
    {
      on: '/account/my-profile/edit-profile',
      act: fill({ 'Full Name': ' ', Email: 'meera@' }, 'Save'),
      says: ['Full Name cannot be empty', 'Please enter a valid email address'],
    },
    {
      on: '/account/my-profile/edit-profile',
      calls: { updateProfile: 'down' },
      act: fill({}, 'Save'),
      says: ['Some error occured in profile update'],
    },
    {
      on: '/account/my-profile/edit-profile',
      calls: { updateProfile: refused('This email address already has an account') },
      act: fill({}, 'Save'),
      says: ['This email address already has an account'],
    },
    {
      on: '/account/my-profile/edit-profile',
      calls: { updateProfile: { Message: 'Your profile has been updated' }, userList: profile() },
      act: fill({ 'Full Name': 'Meera Devi Nair' }, 'Save'),
      says: ['Your profile has been updated'],
    },
  ],
  'the deposit': [
    deposit({}, 'Please enter amount and select payment method'),
    deposit({ 'Enter Amount': '500' }, 'Please select payment method'),
    deposit({ 'Payment method': 'fkr' }, 'Please enter amount'),
    deposit({ 'Payment method': 'fkr', 'Enter Amount': '0' }, 'Enter valid amount'),
    deposit({ 'Payment method': 'fkr', 'Enter Amount': '0.99' }, 'Deposit at least 1 fkr'),
    deposit(
      { 'Payment method': 'fkr', 'Enter Amount': '500' },
      'Please install MetaMask or a compatible wallet!',
    ),
  ],
  'the withdrawal': [
    { on: '/account/wallet/withdraw', says: ['Please link a wallet first'] },
    withdraw({}, 'Please enter amount and select payment method'),
    withdraw({ 'Enter Amount': '500' }, 'Please select payment method'),
    withdraw({ 'Payment method': 'fkr' }, 'Please enter amount'),
    withdraw({ 'Payment method': 'fkr', 'Enter Amount': '0' }, 'Enter valid amount'),
    {
      on: '/account/wallet/withdraw',
      calls: {
        'find-walletAdr': { Data: { ...linkedWallet.Data, smallestWithdrawal: 64.91 } },
      },
      act: fill({ 'Payment method': 'fkr', 'Enter Amount': '64.9' }, 'Continue'),
      says: ['Withdraw at least 64.91 fkr'],
    },
    {
      on: '/account/wallet/withdraw',
      calls: {
        'find-walletAdr': linkedWallet,
        paymentWithdrawal: refused('Insufficient balance'),
      },
      async act(user) {
        await fill({ 'Payment method': 'fkr', 'Enter Amount': '500' }, 'Continue')(user)
        const sheet = await screen.findByRole('dialog', { name: 'Withdraw 500 fkr?' })
        await user.click(within(sheet).getByRole('button', { name: /^Withdraw/ }))
      },
      says: ['Some error occured', 'Insufficient balance'],
    },
  ],
  sending: [
    send({}, 'Please enter Reciver ID and Amount'),
    send({ 'Enter Amount': '25' }, 'Please enter Reciver ID'),
    send({ 'Reciver ID': '51907263' }, 'Please enter amount'),
    send({ 'Reciver ID': '51907263', 'Enter Amount': '0' }, 'Enter valid amount'),
    sent(
      { Data: { name: 'J••••' } },
      refused('Receiver ID not found in the database'),
      'Invalid receiver ID',
    ),
    sent(
      { Data: { name: 'J••••' } },
      refused('Sender ID and Receiver ID cannot be the same'),
      'Sender ID and Receiver ID cannot be the same',
    ),
    sent(
      { Data: { name: 'J••••' } },
      refused('Error during wallet transfer: Insufficient balance'),
      'Insufficient balance',
    ),
    sent({ Data: { name: 'J••••' } }, 'down', 'Some error occured'),
    sent(
      { Data: { name: 'J••••' } },
      { Message: 'Amount Transfer successful', Data: { Transaction_Id: 'a', amountToSend: 24.5 } },
      'Amount Transfer successful',
    ),
  ],
  'the internal transfer': [
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
      act: fill({ 'User Id': '' }, 'Submit'),
      says: [
        'Please enter a valid  Id',
        'Please enter Transaction Hash',
        'Please enter your amount',
        'Please select Transaction Type',
      ],
    },
    {
      on: '/support',
      act: fill(
        { 'Transaction Hash': '0x1234', Amount: '5', 'Transaction Type': 'Deposit' },
        'Submit',
      ),
      says: ['Please enter a valid Transaction Hash'],
    },
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
  'a bet for money': [
    bet('guess-number', '4', 'Minimum bet amount is 5'),
    bet('guess-number', '205', 'Maximum bet amount is 200'),
    bet('guess-number', '6', 'The amount steps by 5'),
    bet('guess-number', '200', "You don't have sufficient amount please rechage your wallet"),
    bet('guess-number', '5', 'Coming Soon', { addTransaction: refused('Coming Soon') }),
    bet('guess-number', '20', 'No sufficient amount !', {
      addTransaction: refused('No sufficient amount !'),
    }),
    bet('guess-number', '5', 'Some error in participation', { addTransaction: 'down' }),
  ],
  'a demo bet': [
    demoBet('guess-number', '', 'Please enter a valid bet amount.'),
    demoBet('guess-number', '4', 'Please enter a valid bet.'),
    demoBet('guess-number', '31', 'Please enter a valid bet.'),
    demoBet('mines', '0', 'Please enter a valid bet.'),
    ...['mines', 'slot-machine', 'tic-tac-toe'].map((game) =>
      demoBet(game, '101', 'Invalid bet amount'),
    ),
  ],
}

async function check(user: UserEvent, { act, says }: Case): Promise<void> {
  await act?.(user)
  for (const text of says) expect(await screen.findAllByText(text, exactly)).not.toEqual([])
}

for (const [area, cases] of Object.entries(ofVisitors))
  describe(area, () => {
    test.for(cases)('says $says, on $on', async (one) => {
      await check(renderAsVisitor(one.on, one.calls), one)
    })
  })

for (const [area, cases] of Object.entries(ofPlayers))
  describe(area, () => {
    test.for(cases)('says $says, on $on', async (one) => {
      await check(renderAsPlayer(one.on, one.calls), one)
    })
  })
