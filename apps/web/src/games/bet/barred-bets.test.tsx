import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { balances, limits } from '../../../test/answers.ts'
import { pass, startClock } from '../../../test/clock.ts'
import { guessRound } from '../../../test/fake-house.ts'
import { isOff, renderAsPlayer } from '../../../test/render-screen.tsx'
import { answerCalls, callsOf, holdAnswer } from '../../../test/server.ts'

/** Which of the buttons that stake remain under a player's own limits and breaks. */

const until = '2026-12-21T10:00:00.000Z'
const limit = (more: object) => ({
  kind: 'loss',
  period: 'week',
  amount: 100,
  used: 0,
  left: 100,
  resetsAt: until,
  warned: false,
  pending: null,
  ...more,
})
const by = (more: object) => ({ limits: { Data: limits(more) } })
const atTheTable = (more: object, answers: object = {}) =>
  renderAsPlayer('/games/guess-number', {
    WalletListByUserId: balances(300),
    ...by(more),
    ...answers,
  })

const staking = /^(Bet|Play Again|Place a bet)/
const dock = () => screen.findByRole('region', { name: 'Round' })

test.for([
  ['a break', { break: { kind: 'timeout', until } }, /^You are on a break until 21 Dec 2026/],
  [
    'an exclusion',
    { break: { kind: 'exclusion', until } },
    /^You have excluded yourself until 21 Dec 2026/,
  ],
  [
    'an exclusion for ever',
    { break: { kind: 'exclusion', until: '2126-11-28T10:00:00.000Z' } },
    /^You have excluded yourself until you ask us to end it\./,
  ],
  [
    'a loss limit that is used up',
    { limits: [limit({ used: 98, left: 2 })] },
    /^Your loss limit for 7 days leaves 2 fkr until 21 Dec 2026/,
  ],
  [
    'a stake limit below every stake',
    { limits: [limit({ kind: 'stake', period: null, amount: 3, left: 3, resetsAt: null })] },
    /^Your stake limit is 3 fkr a round\./,
  ],
] as const)('%s stands in the place of the buttons that stake', async ([, more, says]) => {
  atTheTable(more)
  expect(await within(await dock()).findByText(says)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: staking, hidden: true })).toBeNull()
  expect(screen.getByRole('link', { name: 'Limits and breaks' })).toBeTruthy()
})

test('the bet waits until it is known that no limit bars it, or that this can’t be known', async () => {
  const { fate, asked, letThrough } = holdAnswer('down')
  renderAsPlayer('/games/guess-number', { WalletListByUserId: balances(300), limits: fate })
  await asked
  await within(await dock()).findByRole('button', { name: 'Place a bet' })
  // By then all else is there that the bet could wait for.
  await screen.findByLabelText(/^Balance 300/)
  await screen.findByText('No result yet.')
  await screen.findByText('…')
  await act(async () => {})
  expect(screen.queryByRole('dialog')).toBeNull()
  letThrough()
  expect(await screen.findByRole('button', { name: 'Bet 5 fkr' })).toBeTruthy()
})

test('a break that begins while the bet is on screen closes it', async () => {
  const user = atTheTable({}, { takeBreak: by({ break: { kind: 'timeout', until } }).limits })
  const sheet = await screen.findByRole('dialog', { name: 'Place your bet' })
  await user.click(await within(sheet).findByRole('button', { name: 'Stop now' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(within(await dock()).getByText(/^You are on a break/)).toBeTruthy()
})

test('a stake above what a limit leaves says so at its field, and is not sent; a lower one can be', async () => {
  const user = atTheTable({ limits: [limit({ used: 80, left: 20 })] })
  const bet = await screen.findByRole('button', { name: 'Bet 5 fkr' })
  await waitFor(() => expect(isOff(bet)).toBe(false))
  const field = screen.getByRole('spinbutton', { name: 'Stake' })
  await user.clear(field)
  await user.type(field, '50{Enter}')
  await screen.findByText(/^Your loss limit for 7 days leaves 20 fkr until 21 Dec 2026/)
  expect(isOff(screen.getByRole('button', { name: 'Bet 50 fkr' }))).toBe(true)
  expect(callsOf('addTransaction')).toEqual([])
  await user.clear(field)
  await user.type(field, '20')
  expect(isOff(screen.getByRole('button', { name: 'Bet 20 fkr' }))).toBe(false)
  expect(screen.queryByText(/^Your loss limit/)).toBeNull()
})

test('where a used-up loss limit logs out, the bet stays, which the server refuses as it does so', async () => {
  const { offers } = limits()
  atTheTable({
    limits: [limit({ used: 98, left: 2 })],
    offers: { ...offers, logsOutAtLimit: true },
  })
  const bet = await screen.findByRole('button', { name: 'Bet 5 fkr' })
  await waitFor(() => expect(isOff(bet)).toBe(false))
})

test('where a used-up loss limit logs out, a stake above what is left says so instead', async () => {
  const { offers } = limits()
  const user = atTheTable({
    limits: [limit({ used: 80, left: 20 })],
    offers: { ...offers, logsOutAtLimit: true },
  })
  const field = await screen.findByRole('spinbutton', { name: 'Stake' })
  await user.clear(field)
  await user.type(field, '50')
  await screen.findByText(/^Your loss limit for 7 days leaves 20 fkr until 21 Dec 2026/)
  expect(isOff(screen.getByRole('button', { name: 'Bet 50 fkr' }))).toBe(true)
})

test.for([
  ['has the balances', { Balances: balances(295).Data }],
  ['leaves them out', {}],
] as const)(
  'a round that uses a limit up, and whose end %s, leaves no button for the next one',
  async ([, end]) => {
    const round = guessRound(5)
    const user = atTheTable(
      { limits: [limit({ used: 95, left: 5 })] },
      {
        addTransaction: round.dealt(),
        addParticipation: () => ({ gameStatus: 0, ...round.told() }),
        playRound: ({ body }: { body: unknown }) => ({
          ...round.play(Object(body).Move),
          ...end,
        }),
      },
    )
    const bet = await screen.findByRole('button', { name: 'Bet 5 fkr' })
    await waitFor(() => expect(isOff(bet)).toBe(false))
    await user.click(bet)
    await user.click(await screen.findByRole('radio', { name: /^Even/ }))
    startClock()
    answerCalls(by({ limits: [limit({ used: 100, left: 0 })] }))
    await user.click(screen.getByRole('button', { name: 'Draw the number' }))
    const usedUp = () => screen.queryByText(/^Your loss limit for 7 days leaves nothing/)
    // Less than a minute: the round's end reads the limits, not the clock, which does every minute.
    for (let seconds = 0; seconds < 30 && !usedUp(); seconds += 1) await pass(1_000)
    vi.useRealTimers()
    expect(usedUp()).toBeTruthy()
    expect(screen.queryByRole('button', { name: staking })).toBeNull()
    expect(within(await dock()).getByText('Net')).toBeTruthy()
  },
)
