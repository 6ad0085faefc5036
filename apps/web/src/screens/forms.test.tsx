import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { balances, player } from '../../test/answers.ts'
import { pass, startClock } from '../../test/clock.ts'
import {
  address,
  goBack,
  isOff,
  renderAsPlayer,
  renderAsVisitor,
} from '../../test/render-screen.tsx'
import { savedFiles } from '../../test/saved-files.ts'
import { answerCalls, callsOf, type Fate, refused } from '../../test/server.ts'

/** How forms behave: focus, marks, what they send, and what follows. */

/** What a screen reader says after a field's name. */
const descriptionsOf = (field: HTMLElement): (string | null | undefined)[] =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)

test('the first wrong field takes the focus and is described by what is wrong', async () => {
  const user = renderAsVisitor('/login')
  const mobile = await screen.findByLabelText('Mobile number')
  await user.type(mobile, '123')
  await user.type(screen.getByLabelText('Password'), 'pots')
  await user.click(screen.getByRole('button', { name: 'Login' }))
  await waitFor(() => expect(document.activeElement).toBe(mobile))
  expect(
    screen.getByRole('textbox', { description: /Please enter a valid 10-digit mobile number/ }),
  ).toBe(mobile)
  expect(mobile.getAttribute('aria-invalid')).toBe('true')
})

test.for([
  [
    '/login',
    'Login',
    'Please enter your phone number and password',
    { 'Mobile number': '9000000000', Password: 'pots' },
  ],
  [
    '/signup',
    'Sign Up',
    'Please enter your name, phone number, and password, and email.',
    { Name: 'Meera', Phone: '9000000000', Password: 'pots', Email: 'm@example.com' },
  ],
  [
    '/account/change-password',
    'Change Password',
    'Both fields are required. Please fill in all fields.',
    { 'New password': 'other-pots-2', 'Confirm password': 'other-pots-2' },
  ],
] as const)(
  'on %s, a message about several fields marks them and goes when it is no longer true',
  async ([path, button, says, fields]) => {
    const user = renderAsPlayer(path)
    await user.click(await screen.findByRole('button', { name: button }))
    expect((await screen.findAllByRole('alert')).map((alert) => alert.textContent)).toEqual([says])
    const inputs = Object.keys(fields).map((label) => screen.getByLabelText(label))
    for (const input of inputs) {
      expect(input.getAttribute('aria-invalid')).toBe('true')
      expect(descriptionsOf(input)).toContain(says)
    }
    expect(document.activeElement).toBe(inputs[0])
    if (path === '/signup') await user.click(screen.getByRole('checkbox'))
    for (const [label, text] of Object.entries(fields)) {
      await user.click(screen.getByLabelText(label))
      await user.paste(text)
    }
    await waitFor(() => expect(screen.queryAllByRole('alert')).toEqual([]))
  },
)

test.for([
  ['/account/wallet/deposite', /^Deposit/, ['Payment method', 'Enter Amount']],
  ['/account/wallet/withdraw', 'Continue', ['Payment method', 'Enter Amount']],
  ['/account/wallet/send-money', /^Send/, ['Reciver ID', 'Enter Amount']],
  ['/account/wallet/internal-trasnfer', /^Move/, ['Sender wallet', 'Enter Amount']],
] as const)(
  'on %s, the message about both fields describes each',
  async ([path, button, labels]) => {
    const user = renderAsPlayer(path)
    await user.click(await screen.findByRole('button', { name: button }))
    await screen.findAllByRole('alert')
    for (const label of labels)
      expect(descriptionsOf(screen.getByLabelText(label))).toContainEqual(
        expect.stringMatching(/^Please (enter|choose) .* (and|And) /i),
      )
  },
)

test('an amount above the balance can be neither looked up nor sent, and the form says so once', async () => {
  const user = renderAsPlayer('/account/wallet/send-money', { WalletListByUserId: balances(295) })
  await screen.findByText('295')
  await user.type(await screen.findByLabelText('Reciver ID'), '51907263')
  const amount = screen.getByLabelText('Enter Amount')
  await user.type(amount, '5000')
  await user.click(screen.getByRole('button', { name: /^Send/ }))
  await screen.findByText('Insufficient balance')
  expect(screen.getAllByText('Insufficient balance')).toHaveLength(1)
  expect(descriptionsOf(amount)).toContain('Insufficient balance')
  expect(document.activeElement).toBe(amount)
  expect([...callsOf('receiver'), ...callsOf('walletTransfer')]).toEqual([])
  await user.clear(amount)
  await user.type(amount, '295')
  await waitFor(() => expect(screen.queryByText('Insufficient balance')).toBeNull())
})

test('Continue of a withdrawal leads to the link where everything else is right', async () => {
  const user = renderAsPlayer('/account/wallet/withdraw')
  await user.selectOptions(await screen.findByLabelText('Payment method'), 'fkr')
  await user.type(screen.getByLabelText('Enter Amount'), '20')
  const link = await screen.findByRole('button', { name: 'Link wallet' })
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(document.activeElement).toBe(link))
  expect(screen.queryByRole('dialog')).toBeNull()
})

const withoutWallet = async () => {
  const user = renderAsPlayer('/account/wallet/deposite')
  await user.selectOptions(await screen.findByLabelText('Payment method'), 'fkr')
  await user.type(screen.getByLabelText('Enter Amount'), '500')
  return user
}

test('without a wallet, Deposit says so and offers wallets to install', async () => {
  const user = await withoutWallet()
  const install = within(await screen.findByRole('list', { name: 'Install a wallet' }))
  expect(install.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Install MetaMask',
    'Install Coinbase Wallet',
    'Install Trust Wallet',
    'Install Rainbow',
  ])
  for (const link of install.getAllByRole('link'))
    expect(link.getAttribute('rel')).toBe('noreferrer')
  await user.click(screen.getByRole('button', { name: 'Deposit 500 fkr' }))
  expect((await screen.findByRole('alert')).textContent).toContain('No wallet found')
})

test('on a phone it opens this page in the browser of a wallet app', async () => {
  const touch = (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media === '(pointer: coarse)' })
  const before = matchMedia
  vi.stubGlobal('matchMedia', touch)
  onTestFinished(() => void vi.stubGlobal('matchMedia', before))
  await withoutWallet()
  const apps = within(await screen.findByRole('list', { name: 'Open this page in a wallet app' }))
  const links = apps.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual([
    `https://link.metamask.io/dapp/${location.host}/account/wallet/deposite`,
    `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(location.href)}`,
    `https://link.trustwallet.com/open_url?coin_id=60&url=${encodeURIComponent(location.href)}`,
  ])
  apps.getByRole('button', { name: 'Another app: copy the link' })
})

test('of two passwords, the one that is missing has the focus', async () => {
  const user = renderAsPlayer('/account/change-password')
  const first = await screen.findByLabelText('New password')
  const second = screen.getByLabelText('Confirm password')
  await user.type(first, 'other-pots-2')
  await user.click(screen.getByRole('button', { name: 'Change Password' }))
  await screen.findByText('Both fields are required. Please fill in all fields.')
  expect(document.activeElement).toBe(second)
  expect(second.getAttribute('aria-invalid')).toBe('true')
  expect(first.getAttribute('aria-invalid')).toBeNull()
})

test('a password manager finds whose new password it keeps', async () => {
  renderAsPlayer('/account/change-password')
  const form = (await screen.findByLabelText('New password')).closest('form')
  const name = form?.querySelector('[autocomplete=username]')
  await waitFor(() => expect(name).toHaveProperty('value', player.mobile))
})

test('a password can be read for two seconds', async () => {
  const user = renderAsVisitor('/signup')
  const password = await screen.findByLabelText('Password')
  startClock()
  expect(password.getAttribute('type')).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Show password for 2 seconds' }))
  await pass(1_000)
  expect(password.getAttribute('type')).toBe('text')
  await pass(1_000)
  expect(password.getAttribute('type')).toBe('password')
})

test('the email field takes letters, digits and . _ % + - @ alone', async () => {
  const user = renderAsVisitor('/signup')
  const email = await screen.findByLabelText('Email')
  await user.type(email, 'me era!#/.n+1_%-@exämple.com')
  expect(email).toHaveProperty('value', 'meera.n+1_%-@exmple.com')
})

test('a toast goes after three seconds, and stays while the focus is in it', async () => {
  const user = renderAsVisitor('/login', { userLogin: 'lost' })
  await user.type(await screen.findByLabelText('Mobile number'), '9000000000')
  await user.type(screen.getByLabelText('Password'), 'pots')
  startClock()
  await user.click(screen.getByRole('button', { name: 'Login' }))
  const text = 'An error occurred. Please try again.'
  await screen.findByText(text)
  await act(async () => screen.getByRole('button', { name: 'Dismiss' }).focus())
  await pass(10_000)
  expect(screen.queryByText(text)).not.toBeNull()
  await act(async () => screen.getByLabelText('Mobile number').focus())
  await pass(1_500)
  expect(screen.queryByText(text)).not.toBeNull()
  await pass(1_500)
  expect(screen.queryByText(text)).toBeNull()
})

test('what is typed at sign-up survives a look at the terms, and Agree ticks the box', async () => {
  const user = renderAsVisitor('/signup')
  await user.type(await screen.findByLabelText('Name'), 'Meera Nair')
  await user.click(screen.getByRole('link', { name: 'Terms and Conditions' }))
  await user.click(await screen.findByRole('button', { name: 'Agree' }))
  expect(await screen.findByLabelText('Name')).toHaveProperty('value', 'Meera Nair')
  expect(screen.getByRole('checkbox')).toHaveProperty('checked', true)
  expect(address()).toBe('/signup')
})

test('a sign-up form that was left forgets what is in it, a password too', async () => {
  const user = renderAsVisitor('/')
  const follow = async (name: string) => user.click(await screen.findByRole('link', { name }))
  const password = () => screen.findByLabelText('Password')
  await follow('Create account')
  await user.type(await password(), 'small-pots-1')
  await follow('Terms and Conditions')
  await screen.findByRole('button', { name: 'Agree' })
  await goBack()
  expect(await password()).toHaveProperty('value', 'small-pots-1')
  await follow('pipkin')
  await follow('Create account')
  expect(await password()).toHaveProperty('value', '')

  await user.type(await password(), 'small-pots-1')
  await follow('Terms and Conditions')
  await screen.findByRole('button', { name: 'Agree' })
  await follow('pipkin')
  await follow('Create account')
  expect(await password()).toHaveProperty('value', '')
})

test('/register-verify takes four digits, makes no call, and leads to the home screen', async () => {
  const user = renderAsVisitor('/register-verify')
  const code = await screen.findByLabelText('4-digit code')
  await user.type(code, '12a34')
  expect(code).toHaveProperty('value', '1234')
  await user.click(screen.getByRole('button', { name: 'Resend Code' }))
  expect(callsOf('accountVerification')).toEqual([])
  await user.click(screen.getByRole('link', { name: 'Continue' }))
  expect(address()).toBe('/')
})

test.for([
  ['/', '1.20K', '1,200'],
  ['/account/wallet', '1.23M', '1,234,567.50'],
  ['/account/wallet/withdraw', '1.23M', '1,234,567.50'],
] as const)(
  'on %s, a shortened amount shows the full one when it is tapped',
  async ([path, short, full]) => {
    const user = renderAsPlayer(path, {
      WalletListByUserId: balances(1_234_567.5, { Winning_Amount: 1_200 }),
    })
    const name = `${short} fkr, ${full} fkr`
    const [amount] = await screen.findAllByRole('button', { name })
    expect(amount?.textContent?.replace(/ fkr$/, '')).toBe(short)
    // Who says aloud what is seen presses it: WCAG 2.5.3.
    expect(name).toContain(amount?.textContent)
    expect(amount).toHaveProperty('title', `${full} fkr`)
    if (amount) await user.click(amount)
    expect(amount?.textContent?.replace(/ fkr$/, '')).toBe(full)
  },
)

test('a shortened amount of a transaction stands in full in its details', async () => {
  const Wallets = { CurrentBalance: 1_234_567.5, Winning_Amount: 0, Bonus: 0, ReferalAmount: 0 }
  const row = { Id: 'd', User_Id: player.userID, Amount: 1_234_567.5, Transaction_Id: 'd', Wallets }
  const none = { Pro_TransactionId: null, Out_TransactionId: null, Game_Id: null }
  const rest = { ...none, Method: 'fkr', StatusMsg: 'Deposit', senderId: null, receiverId: null }
  const user = renderAsPlayer('/account/wallet', {
    TransactionByUserId: { Data: [{ ...row, ...rest, DateTime: '2026-11-20T18:30:00.125Z' }] },
  })
  const amount = await screen.findByText('+1.23M')
  expect(amount).toHaveProperty('title', '+1,234,567.50 fkr')
  await user.click(amount)
  const details = within(await screen.findByRole('dialog', { name: 'Deposit' }))
  expect(details.getAllByText('+1,234,567.50')).not.toEqual([])
})

test.for(['/account/wallet/deposite', '/account/wallet/withdraw'])(
  'on %s, fkr is the only payment method, and none is chosen at first',
  async (path) => {
    renderAsPlayer(path)
    const method = await screen.findByLabelText<HTMLSelectElement>('Payment method')
    expect(method.value).toBe('')
    const offered = [...method.options].filter(({ value }) => value !== '')
    expect(offered.map(({ text }) => text)).toEqual(['fkr'])
  },
)

test('the code popup refuses a wrong code, and sends another after 60 s', async () => {
  const user = renderAsVisitor('/signup', {
    accountVerification: ({ body }: { body: unknown }) =>
      Object(body).regenerate === true ? {} : refused('Wrong code. Please try again.'),
  })
  // An earlier form of this visit may still be there.
  const agreed = await screen.findByRole<HTMLInputElement>('checkbox')
  if (!agreed.checked) await user.click(agreed)
  for (const [label, text] of [
    ['Name', 'Meera Nair'],
    ['Phone', '9000000000'],
    ['Password', 'small-pots-1'],
    ['Email', 'popup@example.com'],
  ] as const) {
    const field = screen.getByLabelText(label)
    await user.clear(field)
    await user.type(field, text)
  }
  startClock()
  await user.click(screen.getByRole('button', { name: 'Sign Up' }))
  const popup = within(await screen.findByRole('dialog', { name: 'Verify your email' }))
  await popup.findByText(/^We sent a 4-digit code to/)
  popup.getByText('popup@example.com')
  const code = popup.getByLabelText('4-digit code')

  await user.click(popup.getByRole('button', { name: 'Continue' }))
  await popup.findByText('Please enter your otp.')
  expect(callsOf('accountVerification')).toHaveLength(1)
  await user.type(code, '1234')
  await user.click(popup.getByRole('button', { name: 'Continue' }))
  await popup.findByText('Wrong code. Please try again.')
  expect(code).toHaveProperty('value', '')

  expect(isOff(popup.getByRole('button', { name: /^Resend Code in \d+ s$/ }))).toBe(true)
  await pass(60_000)
  await user.click(popup.getByRole('button', { name: 'Resend Code' }))
  expect(callsOf('accountVerification').map(({ body }) => Object(body).regenerate)).toEqual([
    true,
    false,
    true,
  ])
})

test('a log-in leads to where the visitor was going, and holds who they are', async () => {
  const user = renderAsVisitor('/account/wallet', {
    userLogin: { Data: [{ id: player.userID, name: player.name, Mobile_No: player.mobile }] },
  })
  await user.click(await screen.findByRole('link', { name: /Login/ }))
  expect(address()).toBe('/login')
  await user.type(await screen.findByLabelText('Mobile number'), player.mobile)
  await user.type(screen.getByLabelText('Password'), 'small-pots-1')
  await user.click(screen.getByRole('button', { name: 'Login' }))
  await screen.findByRole('heading', { level: 1, name: 'My Wallet' })
  expect(callsOf('userLogin').map(({ body }) => body)).toEqual([
    { Mobile_No: player.mobile, Password: 'small-pots-1' },
  ])
  expect(JSON.parse(localStorage.getItem('userGame') ?? '')).toEqual(player)
})

test('a support report says its case number and empties the form, without a complaint', async () => {
  const hash = `0x${'4b'.repeat(32)}`
  const user = renderAsPlayer('/support', { insertLogs: { Data: { case: 12 } } })
  expect(await screen.findByLabelText('User Id')).toHaveProperty('value', String(player.userID))
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByText('Please enter Transaction Hash')
  await user.type(screen.getByLabelText('Transaction Hash'), hash)
  await user.type(screen.getByLabelText('Amount'), '12.50')
  await user.selectOptions(screen.getByLabelText('Transaction Type'), 'Withdraw')
  const before = callsOf('supportThreads').length
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  const opened = await screen.findByText(/^Your case number is/)
  expect(opened.textContent).toMatch(/^Your case number is 12\./)
  await screen.findByText('successfully')
  expect(callsOf('insertLogs').map(({ body }) => body)).toMatchObject([
    { userid: player.userID, TXHash: hash, event: 'Withdraw' },
  ])
  expect(screen.getByLabelText('Transaction Hash')).toHaveProperty('value', '')
  await waitFor(() => expect(callsOf('supportThreads').length).toBeGreaterThan(before))
  expect(screen.queryByText('Please enter Transaction Hash')).toBeNull()
})

test('a transfer that got no answer is sent again under the same key', async () => {
  const user = renderAsPlayer('/account/wallet/send-money', {
    WalletListByUserId: balances(100),
    receiver: { Data: { name: 'J••••' } },
    walletTransfer: 'lost',
  })
  await user.type(await screen.findByLabelText('Reciver ID'), '51907263')
  await user.type(screen.getByLabelText('Enter Amount'), '25')
  const answers: Fate[] = ['lost', { Data: { Transaction_Id: 'a', amountToSend: 24.5 } }]
  for (const answer of answers) {
    answerCalls({ walletTransfer: answer })
    await user.click(await screen.findByRole('button', { name: 'Send 25 fkr' }))
    const sheet = within(await screen.findByRole('dialog', { name: 'Send 25 fkr?' }))
    sheet.getByText('J••••')
    await user.click(sheet.getByRole('button', { name: 'Send 25 fkr' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  }
  await screen.findByText('Amount Transfer successful')
  const keys = callsOf('walletTransfer').map(({ key }) => key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).not.toBeNull()
})

test('a client seed is judged, kept for every bet, and given up again', async () => {
  const user = renderAsPlayer('/fairness')
  await user.click(await screen.findByRole('button', { name: 'Change your seed' }))
  const seed = screen.getByLabelText('Your seed')
  await user.type(seed, 'not a seed!')
  await user.click(screen.getByRole('button', { name: 'Keep this seed' }))
  await screen.findByText('Use 1 to 64 of A–Z, a–z, 0–9, _ and -.')
  await user.clear(seed)
  await user.type(seed, 'my-own_seed')
  await user.click(screen.getByRole('button', { name: 'Keep this seed' }))
  await screen.findByText('my-own_seed')
  await user.click(screen.getByRole('button', { name: 'Change your seed' }))
  await user.click(screen.getByRole('button', { name: 'Fresh each time' }))
  await screen.findByText('Fresh for each bet')
})

test('the export sheet saves the table and closes; where it fails it stays', async () => {
  const user = renderAsPlayer('/activities', { exportHistory: 'down' })
  await user.click(await screen.findByRole('button', { name: 'Download history' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Download history' }))
  await user.click(sheet.getByRole('button', { name: /Activity as CSV/ }))
  await screen.findByText('An error occurred. Please try again.')
  expect(screen.queryByRole('dialog')).not.toBeNull()
  answerCalls({
    exportHistory: new Response('a,b', {
      headers: { 'Content-Disposition': 'attachment; filename="pipkin-activity.csv"' },
    }),
  })
  await user.click(sheet.getByRole('button', { name: /Activity as CSV/ }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(savedFiles.map(({ name }) => name)).toEqual(['pipkin-activity.csv'])
  expect(callsOf('exportHistory').map(({ query }) => query.format)).toEqual(['csv', 'csv'])
})
