import { fkr, zero } from '@pipkin/money'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { patience } from '../../../../../tools/patience.ts'
import { balances, games, limits } from '../../../test/answers.ts'
import { pass, startClock } from '../../../test/clock.ts'
import { guessRound } from '../../../test/fake-house.ts'
import { isOff, renderAsPlayer } from '../../../test/render-screen.tsx'
import { allCalls, answerCalls, callsOf, holdAnswer, refused } from '../../../test/server.ts'
import { refetchCalls } from '../../api/queries.ts'
import { playerChanged } from '../../api/session-signals.ts'
import { dueReminder } from '../../play/due-reminder.ts'
import { betFor, keptBet } from '../../play/kept-bet.ts'
import { sendKept } from '../../play/send-bet.ts'

/** The bet: what can be staked, the move that lets more be staked, and Bet again. */

type User = ReturnType<typeof renderAsPlayer>

function atTheTable(stake: number, wallet: object, answers: object = {}) {
  const round = guessRound(stake)
  const user = renderAsPlayer('/games/guess-number', {
    WalletListByUserId: wallet,
    addTransaction: round.dealt(),
    addParticipation: () => ({ gameStatus: 0, ...round.told() }),
    playRound: ({ body }: { body: unknown }) => round.play(Object(body).Move),
    ...answers,
  })
  return { user, round }
}

/** 4 fkr in Deposit and 625 in Win: of 629, a fifth of every stake must come from the 4. */
const mostlyWon = (answers: object = {}) =>
  atTheTable(50, balances(4, { Winning_Amount: 625 }), {
    internalTransfer: () => {
      answerCalls({ WalletListByUserId: balances(629) })
      return { Data: { Transaction_Id: 'move-1' } }
    },
    ...answers,
  })

async function press(user: User, name: string | RegExp) {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(isOff(button)).toBe(false))
  await user.click(button)
}

test('the balance says what can be staked now, and is never shortened', async () => {
  atTheTable(5, balances(300, { Winning_Amount: 1979.5 }))
  expect(await screen.findByLabelText('Balance 2,279.50 fkr, 1,500 can be staked now')).toBeTruthy()
})

test('a stake that the 20 % rule refuses is placed by one press that moves the money first', async () => {
  const { user } = mostlyWon()
  await press(user, '50')
  await screen.findByText('Up to 20 can be staked now.')
  await screen.findByText('625 in Win. A move to Deposit is free.')
  await press(user, 'Move 625 and bet 50')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf('internalTransfer').map(({ body, key }) => [body, key])).toEqual([
    [expect.objectContaining({ transferAmount: 625, transferType: 'Winning' }), expect.any(String)],
  ])
  expect(callsOf('addTransaction').map(({ body }) => Object(body).Amount)).toEqual([-50])
})

test('where a bet fails after its move, the move is kept and said', async () => {
  const { user } = mostlyWon({ addTransaction: refused('No sufficient amount !') })
  await press(user, '50')
  await press(user, 'Move 625 and bet 50')
  await screen.findByText('No sufficient amount !')
  await screen.findByText('Moved 625 fkr from Win to Deposit.')
  expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull()
  expect(screen.getByRole('spinbutton', { name: 'Stake' })).toHaveProperty('value', '50')
})

test('where the move before a bet fails, no bet is sent; a move without an answer is repeated under its key', async () => {
  const { user } = mostlyWon({ internalTransfer: 'lost' })
  await press(user, '50')
  await press(user, 'Move 625 and bet 50')
  await screen.findByText('Some error occured')
  await screen.findByText(/Trying again is safe/)
  expect(callsOf('addTransaction')).toEqual([])
  answerCalls({
    internalTransfer: () => {
      answerCalls({ WalletListByUserId: balances(629) })
      return { Data: { Transaction_Id: 'move-1' } }
    },
  })
  await press(user, 'Move 625 and bet 50')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [first, second] = callsOf('internalTransfer')
  expect(second).toEqual(first)
})

test('no move is offered where no wallet has enough', async () => {
  const { user } = atTheTable(50, balances(4, { Winning_Amount: 30 }))
  await press(user, '50')
  await screen.findByText(/Your balances don't cover this stake/)
  expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull()
})

test('while a bet is under way, the form goes on saying where its stake comes from', async () => {
  const round = guessRound(50)
  const participation = Promise.withResolvers<object>()
  const { user } = atTheTable(50, balances(60), {
    addTransaction: { ...round.dealt(), Balances: balances(10).Data },
    addParticipation: () => participation.promise,
  })
  await press(user, '50')
  await press(user, 'Bet 50 fkr')
  await screen.findByLabelText('Balance 10 fkr')
  expect(screen.getByText('From Deposit 50 · Bonus 0 · Win 0')).toBeTruthy()
  expect(screen.queryByText(/Your balances don't cover this stake/)).toBeNull()
  participation.resolve({ gameStatus: 0, ...round.told() })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

/** Bets 5, draws, and waits until Play Again can be pressed. */
async function playOnce(user: User) {
  await press(user, /^Bet 5/)
  await user.click(await screen.findByRole('radio', { name: /^Even/ }))
  startClock()
  await user.click(screen.getByRole('button', { name: 'Draw the number' }))
  await passUntilOn(/^Bet again/)
}

/** Lets time pass until a button can be pressed: the answers take the time that they take. */
async function passUntilOn(name: RegExp) {
  await vi.waitFor(async () => {
    await pass(1_000)
    expect(isOff(screen.getByRole('button', { name }))).toBe(false)
  }, patience)
  vi.useRealTimers()
}

test.each(['10.50', '1,000'])(
  'a stake of %j is refused, and never read as another',
  async (text) => {
    const { user } = atTheTable(10, balances(500))
    const stake = await screen.findByRole('spinbutton', { name: 'Stake' })
    await user.clear(stake)
    await user.type(stake, text)
    await screen.findByText('Please enter a valid bet amount.')
    expect(stake).toHaveProperty('value', text)
    await press(user, /^Bet/)
    expect(callsOf('addTransaction')).toEqual([])
  },
)

test('Bet again places the last stake in one press, by a bet of its own', async () => {
  const { user } = atTheTable(5, balances(100))
  await playOnce(user)
  const next = guessRound(5)
  answerCalls({
    addTransaction: next.dealt(),
    addParticipation: () => ({ gameStatus: 0, ...next.told() }),
  })
  await press(user, 'Bet again 5 fkr')
  await screen.findByRole('button', { name: 'Draw the number' })
  const [first, second] = callsOf('addTransaction')
  expect(Object(second?.body).Amount).toBe(-5)
  expect(second?.key).not.toBe(first?.key)
  expect(document.activeElement).not.toBe(document.body)
})

test('a key that is held down bets nothing again', async () => {
  const { user } = atTheTable(5, balances(100))
  const stake = await screen.findByRole('spinbutton', { name: 'Stake' })
  expect(fireEvent.keyDown(stake, { key: 'Enter' })).toBe(true)
  expect(fireEvent.keyDown(stake, { key: 'Enter', repeat: true })).toBe(false)
  await playOnce(user)
  const again = await screen.findByRole('button', { name: /^Bet again/ })
  expect(fireEvent.keyDown(again, { key: 'Enter' })).toBe(true)
  expect(fireEvent.keyDown(again, { key: 'Enter', repeat: true })).toBe(false)
})

test('where the settings have changed since, Bet again opens the bet instead', async () => {
  const { user } = atTheTable(5, balances(100))
  await playOnce(user)
  const next = guessRound(5)
  answerCalls({
    addTransaction: next.dealt(),
    addParticipation: () => ({ gameStatus: 0, ...next.told() }),
  })
  const changed = games.map((game) => ({ ...game, Rounds_A_Day: 20 }))
  answerCalls({ gameList: { Data: changed } })
  await act(() => refetchCalls('listGames'))
  await press(user, 'Bet again 5 fkr')
  const sheet = within(await screen.findByRole('dialog', { name: 'Place your bet' }))
  sheet.getByText(/At most 20 rounds in 24 hours/)
  expect(callsOf('addTransaction')).toHaveLength(1)
})

test('a refused Bet again opens the bet, which says why', async () => {
  const { user } = atTheTable(5, balances(100))
  await playOnce(user)
  answerCalls({ addTransaction: refused('Please wait a moment') })
  await press(user, 'Bet again 5 fkr')
  const sheet = within(await screen.findByRole('dialog', { name: 'Place your bet' }))
  await sheet.findByText('Please wait a moment')
})

test('Bet again that the reminder holds back opens no bet over it', async () => {
  const { user } = atTheTable(5, balances(100))
  await playOnce(user)
  answerCalls({
    addTransaction: {
      ...refused('Please look at your session before the next bet'),
      Data: { reminder: { session: limits().session } },
    },
  })
  await press(user, 'Bet again 5 fkr')
  await screen.findByRole('dialog', { name: 'Your session so far' })
  const hidden = { hidden: true }
  await waitFor(() =>
    expect(isOff(screen.getByRole('button', { name: /^Bet again/, ...hidden }))).toBe(false),
  )
  expect(screen.queryByRole('dialog', { name: 'Place your bet', ...hidden })).toBeNull()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', hidden)).toBeNull())
})

test('a reminder that is left by its link holds back no later Bet again', async () => {
  const { user } = atTheTable(5, balances(100))
  answerCalls({
    addTransaction: {
      ...refused('Please look at your session before the next bet'),
      Data: { reminder: { session: limits().session } },
    },
  })
  await press(user, 'Bet 5 fkr')
  const reminder = await screen.findByRole('dialog', { name: 'Your session so far' })
  await user.click(within(reminder).getByRole('link', { name: 'See the history' }))
  await waitFor(() => expect(dueReminder.read()).toBeNull())
})

test('what holds back bets for money lets those of a demo be', async () => {
  const user = renderAsPlayer('/demo-games/slot-machine')
  await press(user, 'Bet 10 play money')
  const spin = await screen.findByRole('button', { name: 'Spin' })
  startClock()
  await user.click(spin)
  await passUntilOn(/^Bet again/)
  const startedAt = new Date()
  act(() =>
    dueReminder.set({
      session: { startedAt, seconds: 60, staked: zero, returned: zero, net: zero },
    }),
  )
  await press(user, 'Bet again 10')
  await screen.findByRole('heading', { name: 'Spinning…' })
  act(() => dueReminder.set(null))
})

test('in the slot, Bet again spins as well: one press a round', async () => {
  const user = renderAsPlayer('/demo-games/slot-machine')
  await press(user, 'Bet 10 play money')
  const spin = await screen.findByRole('button', { name: 'Spin' })
  startClock()
  await user.click(spin)
  await passUntilOn(/^Bet again/)
  const before = allCalls().length
  await press(user, 'Bet again 10')
  await screen.findByRole('heading', { name: 'Spinning…' })
  expect(allCalls()).toHaveLength(before)
})

test('on a wide screen the bet stands beside the board, and Enter bets', async () => {
  const matches = (media: string) => media.includes('min-width')
  const noMatch = matchMedia
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(new EventTarget(), { media, matches: matches(media) }),
  )
  const { user } = atTheTable(5, balances(100))
  const panel = within(await screen.findByRole('region', { name: 'Place your bet' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await waitFor(() => expect(isOff(panel.getByRole('button', { name: 'Bet 5 fkr' }))).toBe(false))
  await user.type(panel.getByRole('spinbutton', { name: 'Stake' }), '{Enter}')
  await screen.findByRole('heading', { name: 'Pick a number or a group' })
  expect(callsOf('addTransaction')).toHaveLength(1)
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Round')
  vi.stubGlobal('matchMedia', noMatch)
})

test('the late answer to one player’s bet leaves the bet that is kept for the next', async () => {
  const { fate, asked, letThrough } = holdAnswer(refused('Not now'))
  answerCalls({ addTransaction: fate })
  const bet = betFor(
    { player: 48_213_075, gameId: 3, stake: fkr(10), commitment: 'c1', rulesHash: 'r1' },
    undefined,
    { fixed: undefined, fresh: () => crypto.randomUUID() },
  )
  const sent = sendKept(bet)
  await asked
  playerChanged.emit()
  const next = { ...bet, player: 31_958_402, key: crypto.randomUUID() }
  keptBet.write(next)
  letThrough()
  await sent
  expect(keptBet.read()).toEqual(next)
})
