import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { balances, games } from '../../../test/answers.ts'
import { pass, startClock } from '../../../test/clock.ts'
import { guessRound } from '../../../test/fake-house.ts'
import { isOff, renderAsPlayer } from '../../../test/render-screen.tsx'
import { allCalls, answerCalls, callsOf, holdAnswer, refused } from '../../../test/server.ts'

/** The dock at each stage of a round: idle, open, moving, unanswered, settled. */

/** How the dock says that a round has ended, won or not. */
const ended = /^You won$|was drawn$/

const dock = () => screen.findByRole('region', { name: 'Round' })
const inDock = async () => within(await dock())
const figuresOf = async () =>
  (await inDock()).getAllByRole('definition').map(({ textContent }) => textContent)

/** A player with 100 fkr at Guess Number, whose bet of 5 the house takes. */
function atTheTable(answers: object = {}) {
  const round = guessRound(5)
  const user = renderAsPlayer('/games/guess-number', {
    WalletListByUserId: balances(100),
    addTransaction: round.dealt(),
    addParticipation: () => ({ gameStatus: 0, ...round.told() }),
    playRound: ({ body }: { body: unknown }) => round.play(Object(body).Move),
    ...answers,
  })
  return { user, round }
}

async function placeBet(user: ReturnType<typeof renderAsPlayer>): Promise<void> {
  const sheet = within(await screen.findByRole('dialog', { name: 'Place your bet' }))
  const bet = sheet.getByRole('button', { name: 'Bet 5 fkr' })
  await waitFor(() => expect(isOff(bet)).toBe(false))
  await user.click(bet)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

test('idle: no bet yet, and Place a bet opens the sheet again', async () => {
  const { user } = atTheTable()
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const { getByRole } = await inDock()
  getByRole('heading', { name: 'No bet yet' })
  getByRole('link', { name: 'Fairness' })
  await user.click(getByRole('button', { name: 'Place a bet' }))
  expect(await screen.findByRole('dialog', { name: 'Place your bet' })).toBeTruthy()
})

test('idle under a sheet that was closed on a bet: the button waits with it, and its round opens', async () => {
  const round = guessRound(5)
  const { fate, asked, letThrough } = holdAnswer(round.dealt())
  const { user } = atTheTable({
    addTransaction: fate,
    addParticipation: () => ({ gameStatus: 0, ...round.told() }),
  })
  const bet = await screen.findByRole('button', { name: 'Bet 5 fkr' })
  await waitFor(() => expect(isOff(bet)).toBe(false))
  await user.click(bet)
  await asked
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const place = (await inDock()).getByRole('button', { name: 'Place a bet' })
  expect(place.getAttribute('aria-busy')).toBe('true')
  letThrough()
  await (await inDock()).findByRole('heading', { name: 'Pick a number or a group' })
})

test('a press before the sheet has come up by itself keeps it down', async () => {
  const { user } = atTheTable()
  fireEvent.pointerDown(await dock())
  // Until all that was under way is done.
  await act(async () => undefined)
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click((await inDock()).getByRole('button', { name: 'Place a bet' }))
  expect(await screen.findByRole('dialog', { name: 'Place your bet' })).toBeTruthy()
})

test('a press in the sheet that has come up by itself leaves it there', async () => {
  atTheTable()
  const sheet = await screen.findByRole('dialog', { name: 'Place your bet' })
  fireEvent.pointerDown(within(sheet).getByRole('heading', { name: 'Place your bet' }))
  await act(async () => undefined)
  expect(screen.queryByRole('dialog')).toBe(sheet)
})

test('open: the bet is sent as it was sealed, and the dock asks for a choice', async () => {
  const { user } = atTheTable()
  await placeBet(user)
  await screen.findByText('Game started!')
  expect(callsOf('addTransaction').map(({ body }) => body)).toMatchObject([
    { StatusMsg: 'amtplaced', Amount: -5, Game_Id: 1, Commitment: '3c'.repeat(32) },
  ])
  const { getByRole } = await inDock()
  getByRole('heading', { name: 'Pick a number or a group' })
  await user.click(getByRole('button', { name: 'Draw the number' }))
  await screen.findByText('Please Choose Any Option')
  expect(callsOf('playRound')).toEqual([])
  await user.click(screen.getByRole('radio', { name: /^Even/ }))
  expect((await inDock()).getByRole('heading', { name: /^Your pick: / })).toBeTruthy()
})

test('moving, then settled: the result waits a second, Play Again three and a half', async () => {
  const { user } = atTheTable()
  await placeBet(user)
  await user.click(await screen.findByRole('radio', { name: /^Even/ }))
  startClock()
  await user.click((await inDock()).getByRole('button', { name: 'Draw the number' }))
  await waitFor(() => expect(callsOf('playRound')).toHaveLength(1))
  await pass(400)
  const moving = await inDock()
  moving.getByRole('heading', { name: 'Drawing…' })
  expect(moving.queryByRole('link', { name: 'Verify this round' })).toBeNull()
  await pass(600)
  const settled = await inDock()
  await settled.findByRole('heading', { name: ended })
  expect(await figuresOf()).toEqual(['5', expect.any(String), expect.any(String)])
  settled.getByRole('link', { name: 'Verify this round' })
  const again = settled.getByRole('button', { name: 'Play Again' })
  await pass(1_500)
  expect(isOff(again)).toBe(true)
  await pass(1_000)
  expect(isOff(again)).toBe(false)
  vi.useRealTimers()
  await user.click(again)
  expect(await screen.findByRole('dialog', { name: 'Place your bet' })).toBeTruthy()
})

test('unanswered: only the same move can be tried, and it settles the round', async () => {
  const { user, round } = atTheTable({ playRound: 'lost' })
  await placeBet(user)
  await user.click(await screen.findByRole('radio', { name: /^Even/ }))
  await user.click((await inDock()).getByRole('button', { name: 'Draw the number' }))
  const { findByRole, getByRole } = await inDock()
  await findByRole('heading', { name: 'No answer came' })
  expect(isOff(screen.getByRole('radio', { name: /^Odd/ }))).toBe(true)
  answerCalls({ playRound: ({ body }: { body: unknown }) => round.play(Object(body).Move) })
  await user.click(getByRole('button', { name: 'Try again' }))
  await findByRole('heading', { name: ended })
  expect(callsOf('playRound').map(({ body }) => Object(body).Move)).toEqual([
    { choice: 'even' },
    { choice: 'even' },
  ])
})

test('a round that waits is on the table at once, without a bet', async () => {
  const round = guessRound(5)
  renderAsPlayer('/games/guess-number', { openRounds: { Data: [round.told().Data] } })
  await (await inDock()).findByRole('heading', { name: 'Pick a number or a group' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(callsOf('addTransaction')).toEqual([])
})

test('while a bet is on its way it cannot be sent twice', async () => {
  const { fate, asked, letThrough } = holdAnswer(guessRound(5).dealt())
  const { user } = atTheTable({ addTransaction: fate })
  const bet = await screen.findByRole('button', { name: 'Bet 5 fkr' })
  await waitFor(() => expect(isOff(bet)).toBe(false))
  await user.click(bet)
  await user.click(bet)
  await asked
  letThrough()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf('addTransaction')).toHaveLength(1)
})

test('a bet whose participation the server denies is open all the same, and says so', async () => {
  const { user } = atTheTable({ addParticipation: refused('The record says otherwise') })
  await placeBet(user)
  await screen.findByText('Failed to participate!')
  expect((await inDock()).getByRole('button', { name: 'Draw the number' })).toBeTruthy()
})

test('a bet without an answer says what is known of it, and that it may be repeated', async () => {
  const { fate, asked, letThrough } = holdAnswer({ Data: [] })
  const { user } = atTheTable({ addTransaction: 'lost' })
  const bet = await screen.findByRole('button', { name: 'Bet 5 fkr' })
  await waitFor(() => expect(isOff(bet)).toBe(false))
  answerCalls({ openRounds: fate })
  await user.click(bet)
  await asked
  const note = await screen.findByText('No answer came. Asking whether your bet of 5 fkr counts…')
  expect(note.closest('[role=status]')).not.toBeNull()
  letThrough()
  await screen.findByText(
    /^No answer came\. No round is open: nothing is taken of your bet of 5 fkr so far\. /,
  )
})

/** A bet of 5 that got no answer, and of which the server has no round. */
async function betInDoubt() {
  const { user } = atTheTable({ addTransaction: 'lost' })
  const bet = await screen.findByRole('button', { name: 'Bet 5 fkr' })
  await waitFor(() => expect(isOff(bet)).toBe(false))
  await user.click(bet)
  await screen.findByText(/^No answer came\. No round is open/)
  await waitFor(() => expect(isOff(bet)).toBe(false))
  return { user, bet }
}

test('a repeat that is refused says that nothing is taken, until the next bet', async () => {
  const { user, bet } = await betInDoubt()
  answerCalls({ addTransaction: refused('No sufficient amount !') })
  await user.click(bet)
  await screen.findByText('No sufficient amount !')
  await screen.findByText('Your bet of 5 fkr was refused: nothing is taken of it.')
  expect(screen.queryByText(/^No answer came/)).toBeNull()
  await waitFor(() => expect(isOff(bet)).toBe(false))
  await user.click(bet)
  await waitFor(() => expect(screen.queryByText(/was refused/)).toBeNull())
})

test.for([
  ['another bet that is refused', '10', refused('No sufficient amount !')],
  ['a repeat that a limit stops', '5', Response.json(refused('Too many bets'), { status: 429 })],
] as const)(
  '%s leaves the first in doubt, and it is asked for again',
  async ([, stake, answer]) => {
    const { user, bet } = await betInDoubt()
    const { fate, asked, letThrough } = holdAnswer({ Data: [] })
    answerCalls({ addTransaction: answer, openRounds: fate })
    await user.clear(screen.getByLabelText('Stake'))
    await user.type(screen.getByLabelText('Stake'), stake)
    await user.click(bet)
    await asked
    await screen.findByText('No answer came. Asking whether your bet of 5 fkr counts…')
    letThrough()
    await screen.findByText(/^No answer came\. No round is open: .* your bet of 5 fkr so far\. /)
  },
)

test('a bet without an answer that counts is on the table as soon as that is known', async () => {
  const { user, round } = atTheTable({ addTransaction: 'lost' })
  const bet = await screen.findByRole('button', { name: 'Bet 5 fkr' })
  await waitFor(() => expect(isOff(bet)).toBe(false))
  answerCalls({ openRounds: 'down' })
  startClock()
  await user.click(bet)
  await screen.findByText(/^No answer came\. Asking/)
  // A read tries a second time by itself.
  await pass(1_000)
  answerCalls({ openRounds: { Data: [round.told().Data] } })
  const limitsRead = callsOf('limits').length
  await pass(2_000)
  await screen.findByText('Your bet counts. Its round is open.')
  // The net of the session has its stake.
  expect(callsOf('limits')).toHaveLength(limitsRead + 1)
  await (await inDock()).findByRole('heading', { name: 'Pick a number or a group' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf('addTransaction')).toHaveLength(1)
})

test('a bet whose answer got lost keeps its sheet, and is repeated under the same key', async () => {
  const { user, round } = atTheTable({ addTransaction: 'lost' })
  const bet = await screen.findByRole('button', { name: 'Bet 5 fkr' })
  await waitFor(() => expect(isOff(bet)).toBe(false))
  await user.click(bet)
  await screen.findByText('Some error in participation')
  answerCalls({ addTransaction: round.dealt() })
  await waitFor(() => expect(isOff(bet)).toBe(false))
  await user.click(bet)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const [first, second] = callsOf('addTransaction')
  expect(second).toEqual(first)
  expect(first?.key).not.toBeNull()
})

test.for(games.map(({ DemogameUrl, Name }) => [Name, DemogameUrl] as const))(
  'the demo of %s goes from idle to open without a call',
  async ([, path]) => {
    const user = renderAsPlayer(path)
    const bet = await screen.findByRole('button', { name: /^Bet \d+ play money$/ })
    await waitFor(() => expect(isOff(bet)).toBe(false))
    const before = allCalls().length
    await user.click(bet)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const { queryByRole, getByRole } = await inDock()
    expect(queryByRole('button', { name: 'Place a bet' })).toBeNull()
    getByRole('link', { name: 'Play with your balance' })
    expect(allCalls()).toHaveLength(before)
  },
)

test('the demo of Guess Number settles, pays play money, and offers the real game', async () => {
  const user = renderAsPlayer('/demo-games/guess-number')
  const bet = await screen.findByRole('button', { name: 'Bet 5 play money' })
  await waitFor(() => expect(isOff(bet)).toBe(false))
  await user.click(bet)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // A few boards lack one of them.
  const parities = await screen.findAllByRole('radio', { name: /^(Even|Odd)/ })
  await user.click(parities.find((radio) => !isOff(radio))!)
  startClock()
  await user.click((await inDock()).getByRole('button', { name: 'Draw the number' }))
  await pass(500)
  const { getByRole, findByRole, queryByRole } = await inDock()
  getByRole('heading', { name: 'Drawing…' })
  await pass(500)
  await findByRole('heading', { name: ended })
  expect(queryByRole('link', { name: 'Verify this round' })).toBeNull()
  getByRole('link', { name: 'Play with your balance' })
  await pass(2_500)
  expect(isOff(getByRole('button', { name: 'Play Again' }))).toBe(false)
})

test('the log-out stands at the foot of the dock, and leads home', async () => {
  const { user } = atTheTable({ logout: {} })
  await screen.findByRole('dialog', { name: 'Place your bet' })
  await user.keyboard('{Escape}')
  await user.click(await (await inDock()).findByRole('button', { name: 'Log out' }))
  await screen.findByText('Most Popular Games')
  await waitFor(() => expect(callsOf('logout')).toHaveLength(1))
})
