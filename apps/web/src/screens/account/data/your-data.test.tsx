import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { balances } from '../../../../test/answers.ts'
import { guessRound } from '../../../../test/fake-house.ts'
import { address, isOff, renderAsPlayer } from '../../../../test/render-screen.tsx'
import { savedFiles } from '../../../../test/saved-files.ts'
import { answerCalls, callsOf, holdAnswer, refused } from '../../../../test/server.ts'
import { signedOut } from '../../../api/session-signals.ts'

const openQuestion = async (user: ReturnType<typeof renderAsPlayer>) => {
  const button = await screen.findByRole('button', { name: 'Close the account' })
  await waitFor(() => expect(isOff(button)).toBe(false))
  await user.click(button)
  return within(await screen.findByRole('dialog', { name: 'Close the account?' }))
}

test('what is left is listed, each with the way to take it', async () => {
  const [one, other] = [guessRound(5).told().Data, guessRound(5).told().Data]
  renderAsPlayer('/account/your-data', {
    openRounds: { Data: [one, other] },
    WalletListByUserId: balances(120, {
      Winning_Amount: 30,
      Bonus: 100,
      ReferalAmount: 150,
      Locked: { Bonus: 100, ReferalAmount: 100 },
    }),
  })
  const left = within(await screen.findByRole('list', { name: 'What is left' }))
  const leads = (name: RegExp) => left.getByRole('link', { name }).getAttribute('href')
  expect(leads(/2 open rounds.*Finish them/)).toBe('/games')
  expect(leads(/120 fkr in Deposit/)).toBe('/account/wallet/withdraw')
  expect(leads(/30 fkr in Win/)).toBe('/account/wallet/internal-trasnfer')
  expect(leads(/50 fkr in Referral/)).toBe('/account/wallet/internal-trasnfer')
  expect(leads(/100 fkr of Bonus/)).toBe('/games')
  left.getByText('100 fkr locked in Referral')
})

test('an account with nothing left is closed after one question, and the player is logged out', async () => {
  const user = renderAsPlayer('/account/your-data', { closeAccount: {} })
  await screen.findByText('Nothing is left')
  const sheet = await openQuestion(user)
  await user.click(sheet.getByRole('button', { name: 'Close for good' }))
  await screen.findByText('Your account is closed')
  await waitFor(() => expect(address()).toBe('/'))
  await waitFor(() => expect(localStorage.getItem('userGame')).toBeNull())
  expect(callsOf('closeAccount')).toHaveLength(1)
})

test('with money left the button says what is left behind', async () => {
  const user = renderAsPlayer('/account/your-data', {
    WalletListByUserId: balances(120),
    closeAccount: {},
  })
  const sheet = await openQuestion(user)
  expect(sheet.queryByRole('button', { name: 'Close for good' })).toBeNull()
  await user.click(sheet.getByRole('button', { name: 'Close and leave 120 fkr behind' }))
  await waitFor(() => expect(callsOf('closeAccount')).toHaveLength(1))
})

test('the account can’t be closed while money is on its way, and the screen says so', async () => {
  renderAsPlayer('/account/your-data', {
    openOperations: {
      Data: [
        {
          Transaction_Id: 'out',
          kind: 'withdrawal',
          amount: 50,
          state: 'signed',
          DateTime: '2026-11-20T10:00:00.000Z',
        },
      ],
    },
  })
  await screen.findByText('1 payment on its way')
  const button = screen.getByRole('button', { name: 'Close the account' })
  expect(isOff(button)).toBe(true)
  screen.getByText('You can close it when nothing is on the way any more.')
})

test.for([
  ['lost', /^You have been logged out probably because your account is closed, as you asked/],
  ['answered', /^Your account is closed$/],
] as const)(
  'of a closing whose answer is %s nobody hears that it was not done',
  async ([is, says]) => {
    const answer = holdAnswer(is === 'lost' ? 'lost' : {})
    const user = renderAsPlayer('/account/your-data', { closeAccount: answer.fate })
    const sheet = await openQuestion(user)
    await user.click(sheet.getByRole('button', { name: 'Close for good' }))
    await answer.asked
    // The event stream ends with the session, and often sooner than the answer comes.
    answerCalls({ 'verify-user': refused('Please log in') })
    act(() => signedOut.emit())
    await waitFor(() => expect(localStorage.getItem('userGame')).toBeNull())
    answer.letThrough()
    await waitFor(() => {
      const texts = [...screen.queryAllByRole('alert'), ...screen.queryAllByRole('status')]
      expect(texts.map(({ textContent }) => textContent?.trim())).toEqual([
        expect.stringMatching(says),
      ])
    })
  },
)

test('a closing whose answer was lost may be done, where its repeat finds no session', async () => {
  const user = renderAsPlayer('/account/your-data', { closeAccount: 'lost' })
  const close = (await openQuestion(user)).getByRole('button', { name: 'Close for good' })
  await user.click(close)
  await screen.findByText('An error occurred. Please try again.')
  const message = { Status: false, Message: 'Please log in' }
  const unknown = Response.json(message, { status: 401 })
  answerCalls({ closeAccount: unknown, 'verify-user': refused('Please log in') })
  await user.click(close)
  await screen.findByText(/^probably because your account is closed/)
})

test('after a refusal to close, a session that ends elsewhere is not taken for a closing', async () => {
  const user = renderAsPlayer('/account/your-data', { closeAccount: refused('Not now') })
  const sheet = await openQuestion(user)
  await user.click(sheet.getByRole('button', { name: 'Close for good' }))
  await sheet.findByText('Not now')
  answerCalls({ 'verify-user': refused('Please log in') })
  act(() => signedOut.emit())
  await screen.findByText(/because your session ran out/)
})

test('a refusal is said in the question, which stays open', async () => {
  const why = 'A deposit or withdrawal is on its way. Close the account when it has ended.'
  const user = renderAsPlayer('/account/your-data', { closeAccount: refused(why) })
  const sheet = await openQuestion(user)
  await user.click(sheet.getByRole('button', { name: 'Close for good' }))
  await sheet.findByText(why)
  await user.click(sheet.getByRole('button', { name: 'Keep my account' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(address()).toBe('/account/your-data')
})

test('if the balances can’t be read, Retry reads them again', async () => {
  const user = renderAsPlayer('/account/your-data', { WalletListByUserId: 'down' })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  expect(isOff(screen.getByRole('button', { name: 'Close the account' }))).toBe(true)
  answerCalls({ WalletListByUserId: balances(0) })
  await user.click(retry)
  await screen.findByText('Nothing is left')
})

test('the data is saved as a file; where that fails it says why', async () => {
  const user = renderAsPlayer('/account/your-data', {
    exportAccount: refused('Too many requests. Please wait a little.'),
  })
  await user.click(await screen.findByRole('button', { name: 'Download my data' }))
  await screen.findByText('Too many requests. Please wait a little.')
  answerCalls({
    exportAccount: new Response('{}', {
      headers: { 'Content-Disposition': 'attachment; filename="pipkin-account.json"' },
    }),
  })
  await user.click(screen.getByRole('button', { name: 'Download my data' }))
  await screen.findByText('Your data is in your downloads')
  expect(savedFiles.map(({ name }) => name)).toEqual(['pipkin-account.json'])
})
