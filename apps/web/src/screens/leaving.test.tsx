import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { balances, linkedWallet, player } from '../../test/answers.ts'
import {
  address,
  goBack,
  goBackInSheet,
  renderAsPlayer,
  renderAsVisitor,
} from '../../test/render-screen.tsx'
import { callsOf, confirmFirst, holdAnswer, refused } from '../../test/server.ts'
import { logOut } from '../shell/session.ts'

/** Answers that come after the player has left the screen that asked. */

const press = async (user: UserEvent, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))

async function fill(user: UserEvent, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    const field = await screen.findByLabelText(label)
    if (field instanceof HTMLSelectElement) await user.selectOptions(field, text)
    else {
      await user.clear(field)
      await user.paste(text)
    }
  }
}

/** Both navigations have a link to each place: without a stylesheet neither is hidden. */
async function follow(user: UserEvent, name: string | RegExp): Promise<void> {
  const [link] = await screen.findAllByRole('link', { name })
  if (link) await user.click(link)
}

interface Leaving {
  readonly from: string
  readonly link: string
  readonly call: string
  readonly ask: (user: UserEvent) => Promise<void>
  readonly says: string
}

const newPasswords = { 'New password': 'other-pots-2', 'Confirm password': 'other-pots-2' }

const leavings: Readonly<Record<string, Leaving>> = {
  'a withdrawal': {
    from: '/account/wallet',
    link: 'Withdraw',
    call: 'paymentWithdrawal',
    async ask(user) {
      await fill(user, { 'Payment method': 'fkr', 'Enter Amount': '500' })
      await press(user, 'Continue')
      await user.click(
        within(await screen.findByRole('dialog')).getByRole('button', { name: /^Withdraw/ }),
      )
    },
    says: 'Amount withdrawal successfully',
  },
  'a transfer to another player': {
    from: '/account/wallet',
    link: 'Send',
    call: 'walletTransfer',
    async ask(user) {
      await fill(user, { 'Reciver ID': '51907263', 'Enter Amount': '25' })
      await press(user, /^Send/)
      await user.click(
        within(await screen.findByRole('dialog')).getByRole('button', { name: /^Send/ }),
      )
    },
    says: 'Amount Transfer successful',
  },
  'a transfer between wallets': {
    from: '/account/wallet',
    link: 'Internal',
    call: 'internalTransfer',
    async ask(user) {
      await user.click(await screen.findByRole('radio', { name: /Winning/ }))
      await fill(user, { 'Enter Amount': '5' })
      await press(user, /^Move \d/)
    },
    says: 'Amount Transfer successful',
  },
  'a new password': {
    from: '/account',
    link: 'Change Password',
    call: 'changePassword',
    async ask(user) {
      await fill(user, newPasswords)
      await press(user, 'Change Password')
    },
    says: 'Your password has been updated.',
  },
  'a changed profile': {
    from: '/account/my-profile',
    link: 'Edit Profile',
    call: 'updateProfile',
    ask: (user) => press(user, 'Save'),
    says: 'Your profile has been updated',
  },
}

test.for(Object.entries(leavings))(
  'a player who has left %s stays where they are, and hears of it all the same',
  async ([, { from, link, call, ask, says }]) => {
    const { fate, asked, letThrough } = holdAnswer({
      Message: says,
      Data: { Transaction_Id: 'a', amountToSend: 1, address: '0x', state: 'requested' },
    })
    const user = renderAsPlayer(from, {
      'find-walletAdr': linkedWallet,
      WalletListByUserId: balances(1_000),
      receiver: { Data: { name: 'J••••' } },
      withdrawalStatus: { Data: { state: 'requested', amount: 500 } },
      [call]: fate,
    })
    await follow(user, link)
    await ask(user)
    await asked
    // A sheet that waits for its answer keeps the first one.
    if (screen.queryByRole('dialog')) await goBackInSheet()
    await goBack()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(address()).toBe(from)
    await follow(user, 'Games')
    await screen.findByRole('heading', { level: 1, name: 'Games' })
    letThrough()
    expect((await screen.findByText(says)).closest('[role=status]')).not.toBeNull()
    expect(address()).toBe('/games')
  },
)

test('Back closes the uppermost sheet and leaves the screen where it is; the next one leaves it', async () => {
  const user = renderAsPlayer('/account', { changePassword: confirmFirst('totp') })
  await follow(user, /Change Password/)
  await fill(user, newPasswords)
  await press(user, 'Change Password')
  await screen.findByRole('dialog')
  await goBackInSheet()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe('/account/change-password')
  expect(screen.getByLabelText('New password')).toHaveProperty('value', 'other-pots-2')
  await goBack()
  expect(address()).toBe('/account')
})

test('Back closes a sheet also on the first screen of a visit', async () => {
  const user = renderAsPlayer('/kyc')
  await press(user, 'Verify PAN')
  await screen.findByRole('dialog', { name: 'Verify PAN' })
  await goBackInSheet()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe('/kyc')
})

test('a log-in whose screen was left counts all the same, and leads nowhere', async () => {
  const { fate, asked, letThrough } = holdAnswer({
    Data: [{ id: player.userID, name: player.name, Mobile_No: player.mobile }],
  })
  const user = renderAsVisitor('/start', { userLogin: fate })
  await follow(user, /Login/)
  await fill(user, { 'Mobile number': player.mobile, Password: 'small-pots-1' })
  await press(user, 'Login')
  await asked
  await goBack()
  letThrough()
  await waitFor(() => expect(localStorage.getItem('userGame')).toContain(player.mobile))
  expect(address()).toBe('/start')
})

test('a profile that is saved after a log-out logs no player in', async () => {
  const { fate, asked, letThrough } = holdAnswer({ Message: 'Your profile has been updated' })
  const user = renderAsPlayer('/account/my-profile/edit-profile', { updateProfile: fate })
  await press(user, 'Save')
  await asked
  act(() => void logOut())
  letThrough()
  await screen.findByText('Your profile has been updated')
  expect(localStorage.getItem('userGame')).toBeNull()
})

const signUpFields = {
  Name: 'Meera Nair',
  Phone: '9000000000',
  Password: 'small-pots-1',
}

/** Types a code into the popup and closes it while the code is judged, as right. */
async function closeDuringCheck(user: UserEvent, check: ReturnType<typeof holdAnswer>) {
  const popup = await screen.findByRole('dialog', { name: 'Verify your email' })
  await within(popup).findByText(/We sent a 4-digit code/)
  await user.type(within(popup).getByLabelText('4-digit code'), '1234')
  await user.click(within(popup).getByRole('button', { name: 'Continue' }))
  await check.asked
  await user.keyboard('{Escape}')
  check.letThrough()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

/** The code is sent at once; the check of it takes its time. */
const judgedBy =
  (check: ReturnType<typeof holdAnswer>) =>
  ({ body }: { body: unknown }) =>
    Object(body).regenerate === true ? {} : check.fate

test('a code popup that was closed before its answer opens no account; the next press does', async () => {
  const check = holdAnswer({})
  const user = renderAsVisitor('/signup', {
    accountVerification: judgedBy(check),
    signUp: { Data: { id: 48_213_075 } },
  })
  await user.click(await screen.findByRole('checkbox'))
  await fill(user, { ...signUpFields, Email: 'closed@example.com' })
  await press(user, 'Sign Up')
  await closeDuringCheck(user, check)
  // The code is used up: the popup would ask for it in vain.
  await screen.findByText('Verified')
  expect(callsOf('signUp')).toEqual([])
  await press(user, 'Sign Up')
  await screen.findByText('Welcome back')
  expect(callsOf('accountVerification')).toHaveLength(2)
})

test('a code popup that was closed before its answer saves no profile', async () => {
  const check = holdAnswer({})
  const user = renderAsPlayer('/account/my-profile/edit-profile', {
    accountVerification: judgedBy(check),
    updateProfile: refused('Please verify your email address first'),
  })
  await screen.findByDisplayValue('meera@example.com')
  await fill(user, { Email: 'other@example.com' })
  await press(user, 'Save')
  await closeDuringCheck(user, check)
  expect(callsOf('updateProfile')).toHaveLength(1)
})
