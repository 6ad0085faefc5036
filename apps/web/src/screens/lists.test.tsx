import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { games } from '../../test/answers.ts'
import { renderAsPlayer } from '../../test/render-screen.tsx'
import { answerCalls, type CallRequest, callsOf, holdAnswer } from '../../test/server.ts'

/** Every list in its four states: on its way, empty, failed, and with rows. */

interface ListCase {
  readonly on: string
  readonly call: string
  /** What the empty list says; left out for a list that is never empty. */
  readonly empty?: { readonly answer: object; readonly says: string }
  readonly fails?: string
  readonly rows: object
  /** A text of its rows. */
  readonly shows: string | RegExp
}

const tryAgain = 'An error occurred. Please try again.'
const at = '2026-11-20T10:00:00.000Z'

const transaction = (id: string, StatusMsg: string, Amount: number) => ({
  Id: id,
  User_Id: 48_213_075,
  Amount,
  Transaction_Id: id,
  Pro_TransactionId: null,
  Out_TransactionId: null,
  Game_Id: null,
  Method: 'fkr',
  DateTime: at,
  StatusMsg,
  senderId: null,
  receiverId: null,
  Wallets: { CurrentBalance: Amount, Winning_Amount: 0, Bonus: 0, ReferalAmount: 0 },
})
const round = (id: string, Game_Name: string) => ({
  DateTime: at,
  Bet_Amt: 10,
  Return_Amt: 15,
  Status: 'Win',
  Game_Name,
  TotalWin: 5,
  Transaction_Id: id,
})
const notice = (Id: string, text: string) => ({
  Id,
  kind: 'deposit',
  text,
  DateTime: at,
  read: true,
  link: '/account/wallet',
})
const friend = (id: number, name: string) => ({
  referral_id: id,
  level: 1,
  referred_user_name: name,
  referrer_name: 'Meera N.',
  locked: true,
  referred_user_id: id,
  referred_current_balance: 100,
  nestedReferrals: [],
})
const reward = (id: number, name: string) => ({ ...friend(id, name), total_money_referred: 100 })
const levels = [{ level: 1, reward: 100, friends: 1, earned: 100 }]

const lists: Readonly<Record<string, ListCase>> = {
  games: {
    on: '/games',
    call: 'gameList',
    empty: { answer: { Data: [] }, says: 'No games found.' },
    rows: { Data: games },
    shows: 'Mines',
  },
  'Most Popular Games': {
    on: '/',
    call: 'mostpopular',
    rows: { Data: games },
    shows: /Returns up to/,
  },
  'Top 10 Players': {
    on: '/',
    call: 'getTop10Players',
    empty: { answer: { Data: [] }, says: 'No Data Found !' },
    rows: {
      Data: [{ User_Id: '••••1234', Name: 'Joel O.', ProfilePic: null, Total_Winnings: 50 }],
    },
    shows: 'Joel O.',
  },
  'Top-3 Winners': {
    on: '/',
    call: 'getTop3Winners',
    empty: { answer: { Data: [] }, says: 'No Data Found !' },
    rows: { Data: [{ Name: 'Joel O.', Amount: 50, ProfilePic: null }] },
    shows: 'Joel O.',
  },
  'rounds of today': {
    on: '/activities',
    call: 'todayActivity',
    empty: { answer: { Data: [] }, says: 'No activity found for today.' },
    rows: { Data: [round('a', 'Mines')] },
    shows: 'Mines',
  },
  transactions: {
    on: '/account/wallet',
    call: 'TransactionByUserId',
    empty: { answer: { Data: [] }, says: 'No transactions found.' },
    fails: 'Failed to load transactions. Please try again later.',
    rows: { Data: [transaction('a', 'Send', -25)] },
    shows: 'Send To',
  },
  'the team': {
    on: '/account/referral-team',
    call: 'refer-team',
    empty: {
      answer: { referralLinks: [] },
      says: 'Referral team not found. Start sharing to create your team.',
    },
    fails: 'Failed to load Referral. Please try again later.',
    rows: { referralLinks: [friend(51_907_263, 'Joel O.')] },
    shows: /Joel O\./,
  },
  'level earnings': {
    on: '/account/level-earning',
    call: 'level-earning',
    empty: {
      answer: { referralLinks: [], Levels: [] },
      says: 'No data available for level earnings. Please refer to begin earning!',
    },
    fails: 'Failed to load Level Earning. Please try again later.',
    rows: { referralLinks: [reward(51_907_263, 'Joel O.')], Levels: levels },
    shows: /Joel O\./,
  },
  notifications: {
    on: '/notifications',
    call: 'notifications',
    empty: { answer: { Data: [], Unread: 0 }, says: 'No Data Found !' },
    rows: { Data: [notice('a', 'You deposited 500.')], Unread: 0 },
    shows: 'You deposited 500.',
  },
  'support cases': {
    on: '/support',
    call: 'supportThreads',
    empty: { answer: { Data: [] }, says: 'No Data Found !' },
    rows: {
      Data: [
        {
          case: 7,
          event: 'Deposit',
          amount: 5,
          TXHash: `0x${'4b'.repeat(32)}`,
          state: 'open',
          words: null,
          DateTime: at,
          Last_DateTime: at,
        },
      ],
    },
    shows: 'Case 7',
  },
  'odds of the games': {
    on: '/fairness',
    call: 'gameList',
    rows: { Data: games },
    shows: 'Fruit Slot',
  },
  'balances of the wallet': {
    on: '/account/wallet',
    call: 'WalletListByUserId',
    rows: {
      Data: {
        CurrentBalance: 1234,
        Winning_Amount: 0,
        Bonus: 0,
        ReferalAmount: 0,
        Locked: { Bonus: 0, ReferalAmount: 0 },
        OnHold: 0,
      },
    },
    shows: /^1,234$/,
  },
  'totals of the activities': {
    on: '/activities',
    call: 'activityTotals',
    rows: { Data: { rounds: 3, staked: 1234, returned: 0, net: -1234, points: [] } },
    shows: /^1,234$/,
  },
  'the invite': {
    on: '/account/invite',
    call: 'invitecodeByUserId',
    rows: {
      Data: {
        reward: 107,
        friendReward: 107,
        unlock: { deposits: 500, staked: 1000, kept: 214, kept_by_stakes: 6848 },
        inviteCode: 'MEERA7',
        link: 'https://pipkin.example/signup?code=MEERA7',
      },
    },
    shows: /each earn 107 on/,
  },
  'the profile': {
    on: '/account/my-profile',
    call: 'userList',
    rows: {
      Data: [
        {
          Name: 'Meera Devi Nair',
          Email_Id: 'devi@example.com',
          Mobile_No: '7000000000',
          ProfilePic: null,
          inviteCode: 'MEERA1',
          Show_Name: true,
          Member_Since: at,
        },
      ],
    },
    shows: 'devi@example.com',
  },
}

test('an invite without rewards has no empty heading', async () => {
  renderAsPlayer('/account/invite', {
    invitecodeByUserId: {
      Data: {
        reward: 0,
        friendReward: 0,
        unlock: { deposits: 500, staked: 1000, kept: 0, kept_by_stakes: 0 },
        inviteCode: 'MEERA7',
        link: 'https://pipkin.example/signup?code=MEERA7',
      },
    },
  })
  await screen.findByText('Bring a friend to Pipkin.')
  for (const heading of screen.getAllByRole('heading')) expect(heading.textContent).not.toBe('')
})

describe.for(Object.entries(lists))('%s', ([, { on, call, empty, fails, rows, shows }]) => {
  test('says that it loads, then shows its rows', async () => {
    const { fate, letThrough } = holdAnswer(rows)
    renderAsPlayer(on, { [call]: fate })
    expect(await screen.findAllByRole('status', { busy: true })).not.toEqual([])
    expect(screen.queryByText(shows)).toBeNull()
    letThrough()
    expect(await screen.findAllByText(shows)).not.toEqual([])
  })

  if (empty)
    test('says that there is nothing', async () => {
      renderAsPlayer(on, { [call]: empty.answer })
      expect(await screen.findAllByText(empty.says)).not.toEqual([])
      expect(screen.queryByText(shows)).toBeNull()
    })

  test('offers Retry where it cannot be read, and shows its rows after it', async () => {
    const user = renderAsPlayer(on, { [call]: 'down' })
    expect(await screen.findAllByText(fails ?? tryAgain)).not.toEqual([])
    answerCalls({ [call]: rows })
    for (const retry of screen.getAllByRole('button', { name: 'Retry' })) await user.click(retry)
    expect(await screen.findAllByText(shows)).not.toEqual([])
    expect(screen.queryByText(fails ?? tryAgain)).toBeNull()
  })
})

test('the wallet that a withdrawal goes to says that it loads', async () => {
  renderAsPlayer('/account/wallet/withdraw', { 'find-walletAdr': holdAnswer().fate })
  await screen.findByLabelText('Enter Amount')
  expect(await screen.findByRole('status', { busy: true })).not.toBeNull()
})

test('the line of a day with one round says so', async () => {
  const points = [{ at, net: -5 }]
  renderAsPlayer('/activities', {
    activityTotals: { Data: { rounds: 1, staked: 5, returned: 0, net: -5, points } },
  })
  await screen.findByText('Net after 1 round')
  screen.getByRole('img', { name: /^Net over 1 settled round:/ })
})

test('activities of which nothing can be read say so once, and Retry reads all of it', async () => {
  const user = renderAsPlayer('/activities', { todayActivity: 'down', activityTotals: 'down' })
  expect(await screen.findAllByText(tryAgain)).toHaveLength(1)
  const [rounds, totals] = [lists['rounds of today']!, lists['totals of the activities']!]
  answerCalls({ todayActivity: rounds.rows, activityTotals: totals.rows })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText(rounds.shows)
  await screen.findByText(totals.shows)
})

test('an email address that can’t be read is read again from its list of checks', async () => {
  const user = renderAsPlayer('/kyc', { userList: 'down' })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  answerCalls({ userList: lists['the profile']!.rows })
  await user.click(retry)
  await screen.findByText('devi@example.com')
  expect(screen.queryByText(tryAgain)).toBeNull()
})

/** The first page of two, and then the last one. */
const pages =
  (first: object, last: object) =>
  ({ query }: CallRequest) =>
    query.cursor === undefined ? { ...first, Next: 'further' } : last

describe.for<[string, string, string, object, object, [string | RegExp, string | RegExp]]>([
  [
    'transactions',
    '/account/wallet',
    'TransactionByUserId',
    { Data: [transaction('a', 'Send', -25)] },
    { Data: [transaction('b', 'referral_earning', 25)] },
    ['Send To', 'Referral Earning'],
  ],
  [
    'rounds of today',
    '/activities',
    'todayActivity',
    { Data: [round('a', 'Mines')] },
    { Data: [round('b', 'Fruit Slot')] },
    ['Mines', 'Fruit Slot'],
  ],
  [
    'notifications',
    '/notifications',
    'notifications',
    { Data: [notice('a', 'You deposited 500.')], Unread: 0 },
    { Data: [notice('b', 'You deposited 700.')], Unread: 0 },
    ['You deposited 500.', 'You deposited 700.'],
  ],
  [
    'the team',
    '/account/referral-team',
    'refer-team',
    { referralLinks: [friend(51_907_263, 'Joel O.')] },
    { referralLinks: [friend(51_907_264, 'Asha P.')] },
    [/Joel O\./, /Asha P\./],
  ],
  [
    'level earnings',
    '/account/level-earning',
    'level-earning',
    { referralLinks: [reward(51_907_263, 'Joel O.')], Levels: levels },
    { referralLinks: [reward(51_907_264, 'Asha P.')] },
    [/Joel O\./, /Asha P\./],
  ],
])('a further page of %s', ([, on, call, first, last, [early, late]]) => {
  test('comes when the end is in sight, once', async () => {
    renderAsPlayer(on, { [call]: pages(first, last) })
    expect(await screen.findAllByText(late)).not.toEqual([])
    expect(screen.getAllByText(early)).not.toEqual([])
    expect(callsOf(call).filter(({ query }) => query.cursor === 'further')).toHaveLength(1)
  })

  test('that cannot be read leaves the rows and offers Retry', async () => {
    const user = renderAsPlayer(on, {
      [call]: ({ query }: CallRequest) =>
        query.cursor === undefined ? { ...first, Next: 'further' } : 'down',
    })
    const retry = await screen.findByRole('button', { name: 'Retry' })
    expect(screen.getAllByText(early)).not.toEqual([])
    answerCalls({ [call]: pages(first, last) })
    await user.click(retry)
    expect(await screen.findAllByText(late)).not.toEqual([])
    // Keys go on at the end of the list, not at the beginning of the screen.
    await waitFor(() => expect(document.activeElement).not.toBe(document.body))
    expect(document.activeElement).not.toBe(document.querySelector('main'))
  })
})

test.for([
  ['/games', 'gameList', { IsLive: false }],
  ['/games', 'gameList', { IsDeleted: true }],
  ['/', 'mostpopular', { IsLive: false }],
  ['/', 'mostpopular', { IsDeleted: true }],
] as const)(
  'on %s, games by %s that are %j are Coming Soon, and no link leads to them',
  async ([on, call, state]) => {
    renderAsPlayer(on, { [call]: { Data: games.map((game) => ({ ...game, ...state })) } })
    expect(await screen.findAllByText('Coming Soon')).toHaveLength(4)
    const leading = screen
      .getAllByRole('link')
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => href.startsWith('/games/'))
    expect(leading).toEqual([])
  },
)
