import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { balances, limits } from '../../../test/answers.ts'
import { pass, startClock } from '../../../test/clock.ts'
import { guessRound } from '../../../test/fake-house.ts'
import { isOff, renderAsPlayer } from '../../../test/render-screen.tsx'
import { answerCalls, callsOf, type Fate, holdAnswer, refused } from '../../../test/server.ts'
import { hiddenResults } from '../../browser/locks.ts'

const session = { ...limits().session, seconds: 3_661, staked: 30, returned: 10, net: -20 }

test.for(['guess-number', 'mines', 'slot-machine', 'tic-tac-toe'])(
  'the screen of %s shows the time of the session, its net, and the ways to stop and to limits',
  async (game) => {
    renderAsPlayer(`/games/${game}`)
    const clock = await screen.findByRole('region', { name: 'Time played', hidden: true })
    await waitFor(() => expect(clock.textContent).toMatch(/Session 1:0\d:\d\dNet −20 fkr/))
    expect(within(clock).getByRole('button', { name: 'Stop now', hidden: true })).not.toBeNull()
    const limits = within(clock).getByRole('link', { name: 'Limits', hidden: true })
    expect(limits.getAttribute('href')).toBe('/account/limits')
  },
)

test('the net is shown at zero too', async () => {
  renderAsPlayer('/games/mines', {
    limits: { Data: limits({ session: { ...session, seconds: 0, net: 0 } }) },
  })
  const clock = await screen.findByRole('region', { name: 'Time played', hidden: true })
  await waitFor(() => expect(clock.textContent).toMatch(/Session 0:0\d:\d\dNet 0 fkr/))
})

test('the clock goes on by the second', async () => {
  startClock()
  renderAsPlayer('/games/mines')
  const clock = await screen.findByRole('region', { name: 'Time played', hidden: true })
  await waitFor(() => expect(clock.textContent).toContain('Session 1:0'))
  const before = clock.textContent
  await act(() => pass(5_000))
  // On a busy machine the clock's timer may begin only after that.
  await waitFor(() => expect(clock.textContent).not.toBe(before))
})

test('a bet that the reminder holds back shows the session, and goes on once that is acknowledged', async () => {
  const round = guessRound(5)
  let seen = false
  const user = renderAsPlayer('/games/guess-number', {
    WalletListByUserId: balances(300),
    addTransaction: () =>
      seen
        ? round.dealt()
        : {
            ...refused('Please look at your session before the next bet'),
            Data: { reminder: { session } },
          },
    addParticipation: () => ({ gameStatus: 0, ...round.told() }),
    acknowledgeReminder: () => {
      seen = true
      return { Data: limits({ reminderMinutes: 30 }) }
    },
  })
  const bet = await screen.findByRole('button', { name: 'Bet 5 fkr' })
  await waitFor(() => expect(isOff(bet)).toBe(false))
  await user.click(bet)
  const reminder = await screen.findByRole('dialog', { name: 'Your session so far' })
  expect(reminder.textContent).toContain('You have played for 1:01:01. No bet was placed.')
  await user.click(within(reminder).getByRole('button', { name: 'Go on playing' }))
  await waitFor(() => expect(callsOf('acknowledgeReminder')).toHaveLength(1))
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Your session so far' })).toBeNull(),
  )
  await user.click(await screen.findByRole('button', { name: 'Bet 5 fkr' }))
  await screen.findByText('Game started!')
  const keys = callsOf('addTransaction').map(({ key }) => key)
  expect(new Set(keys).size).toBe(1)
})

test('a reminder that comes again says nothing of an acknowledgement that failed', async () => {
  const user = renderAsPlayer('/games/guess-number', {
    WalletListByUserId: balances(300),
    addTransaction: {
      ...refused('Please look at your session before the next bet'),
      Data: { reminder: { session } },
    },
    acknowledgeReminder: 'lost',
  })
  const reminder = () => screen.findByRole('dialog', { name: 'Your session so far' })
  const bet = await screen.findByRole('button', { name: 'Bet 5 fkr' })
  await waitFor(() => expect(isOff(bet)).toBe(false))
  await user.click(bet)
  await user.click(within(await reminder()).getByRole('button', { name: 'Go on playing' }))
  await within(await reminder()).findByRole('alert')
  await user.click(within(await reminder()).getByRole('button', { name: 'Close' }))
  await waitFor(() =>
    expect(screen.queryByRole('dialog', { name: 'Your session so far' })).toBeNull(),
  )
  await user.click(await screen.findByRole('button', { name: 'Bet 5 fkr' }))
  expect(within(await reminder()).queryByRole('alert')).toBeNull()
})

test('a pause takes no longer than its length, also where the clock of the device is slow', async () => {
  startClock()
  const until = new Date(Date.now() + 24 * 3_600_000).toISOString()
  const offers = { ...limits().offers, realityCheck: { minutes: 60, pauseMinutes: 5 } }
  const user = renderAsPlayer('/games/guess-number', {
    WalletListByUserId: balances(300),
    limits: { Data: limits({ offers }) },
    addTransaction: {
      ...refused('Please look at your session before the next bet'),
      Data: { reminder: { session, until } },
    },
  })
  const bet = await screen.findByRole('button', { name: 'Bet 5 fkr' })
  await waitFor(() => expect(isOff(bet)).toBe(false))
  await user.click(bet)
  const goOn = await screen.findByRole('button', { name: 'Go on playing' })
  await pass(290_000)
  expect(isOff(goOn)).toBe(true)
  await pass(20_000)
  expect(isOff(goOn)).toBe(false)
})

const onABreak = {
  takeBreak: { Data: limits({ break: { kind: 'timeout', until: '2026-11-21T10:00:00.000Z' } }) },
}

test('Stop now begins a break of 24 hours by one press', async () => {
  const user = renderAsPlayer('/games/mines', onABreak)
  const clock = await screen.findByRole('region', { name: 'Time played', hidden: true })
  await user.click(within(clock).getByRole('button', { name: 'Stop now', hidden: true }))
  await within(clock).findByText(/^On a break until 21 Nov 2026/)
  expect(callsOf('takeBreak').map(({ body }) => body)).toEqual([{ kind: 'timeout', length: '24h' }])
})

test('Stop now asks for one break, pressed twice or again after a lost answer', async () => {
  const { fate, asked, letThrough } = holdAnswer('lost')
  const user = renderAsPlayer('/games/mines', { takeBreak: fate })
  const clock = await screen.findByRole('region', { name: 'Time played', hidden: true })
  const stop = within(clock).getByRole('button', { name: 'Stop now', hidden: true })
  await user.dblClick(stop)
  await asked
  letThrough()
  await screen.findByText('An error occurred. Please try again.')
  answerCalls(onABreak)
  await user.click(stop)
  await within(clock).findByText(/^On a break until 21 Nov 2026/)
  const keys = callsOf('takeBreak').map(({ key }) => key)
  expect(keys).toEqual([expect.any(String), keys[0]])
})

test('Stop now asks for another break a minute later, though the first had no answer', async () => {
  startClock()
  renderAsPlayer('/games/mines', { takeBreak: 'lost' })
  const clock = await screen.findByRole('region', { name: 'Time played', hidden: true })
  const stop = within(clock).getByRole('button', { name: 'Stop now', hidden: true })
  for (const times of [1, 2]) {
    fireEvent.click(stop)
    await waitFor(() => expect(callsOf('takeBreak')).toHaveLength(times))
    await pass(61_000)
  }
  const [first, second] = callsOf('takeBreak').map(({ key }) => key)
  expect(second).not.toBe(first)
})

test('HIDDEN-09 Stop now shows no net that would reveal a result before it is on screen', async () => {
  const user = renderAsPlayer('/games/mines', {
    limits: { Data: limits({ session: { ...session, net: -5 } }) },
    takeBreak: {
      Data: limits({
        session: { ...session, net: 45 },
        break: { kind: 'timeout', until: '2026-11-21T10:00:00.000Z' },
      }),
    },
  })
  const clock = await screen.findByRole('region', { name: 'Time played', hidden: true })
  await within(clock).findByText(/^−5 fkr/)
  const shown = Promise.withResolvers<void>()
  const whenFree = vi.spyOn(hiddenResults, 'whenFree').mockReturnValue(shown.promise)
  await user.click(within(clock).getByRole('button', { name: 'Stop now', hidden: true }))
  await screen.findByText(/^You are on a break until/)
  expect(clock.textContent).toContain('−5 fkr')
  whenFree.mockRestore()
  shown.resolve()
  await within(clock).findByText(/^\+45 fkr/)
  await within(clock).findByText(/^On a break until 21 Nov 2026/)
})

test('a refusal by a limit says in the bet form which it is, what it leaves and where to look', async () => {
  const says = 'Your loss limit for 7 days leaves 2 fkr. See Account, Limits and breaks.'
  const user = renderAsPlayer('/games/guess-number', {
    WalletListByUserId: balances(300),
    addTransaction: {
      ...refused(says),
      Data: { limit: { kind: 'loss', period: 'week', left: 2, resetsAt: null } },
    },
  })
  const bet = await screen.findByRole('button', { name: 'Bet 5 fkr' })
  await waitFor(() => expect(isOff(bet)).toBe(false))
  await user.click(bet)
  expect(await screen.findByText(says)).not.toBeNull()
})

/** At a table with this net, and a round that this bet opens. `then`: what is read from then on. */
async function bet5(net: number, then: () => object, calls: Readonly<Record<string, Fate>>) {
  const read = () => (callsOf('addTransaction').length === 0 ? { net } : then())
  const user = renderAsPlayer('/games/guess-number', {
    WalletListByUserId: balances(300),
    limits: () => ({ Data: limits({ session: { ...session, ...read() } }) }),
    ...calls,
  })
  const clock = await screen.findByRole('region', { name: 'Time played', hidden: true })
  await waitFor(() => expect(clock.textContent).toContain(`Net −${-net} fkr`))
  const bet = await screen.findByRole('button', { name: 'Bet 5 fkr' })
  await waitFor(() => expect(isOff(bet)).toBe(false))
  await user.click(bet)
  return { user, clock }
}

/** At a table where a bet of 5 has won 7.50, so that the net is −17.50. */
async function win(then: () => object = () => ({ net: -25 })) {
  let round = guessRound(5)
  const table = await bet5(-20, then, {
    addTransaction() {
      round = guessRound(5)
      return { ...round.dealt(), Balances: balances(295).Data }
    },
    addParticipation: () => ({ gameStatus: 0, ...round.told() }),
    playRound: ({ body }: { body: unknown }) => ({
      ...round.play(Object(body).Move),
      Balances: balances(295).Data,
    }),
  })
  await waitFor(() => expect(table.clock.textContent).toContain('Net −25 fkr'))
  await table.user.click(await screen.findByRole('radio', { name: /^Even/ }))
  await table.user.click(screen.getByRole('button', { name: 'Draw the number' }))
  await waitFor(() => expect(table.clock.textContent).toContain('Net −17.50 fkr'))
  return table
}

async function betAgain({ user }: Pick<Awaited<ReturnType<typeof bet5>>, 'user'>) {
  const again = await screen.findByRole('button', { name: /^Bet again/ })
  await waitFor(() => expect(isOff(again)).toBe(false))
  await user.click(again)
}

test('the net falls by a stake when the bet is placed, and rises by what is returned', async () => {
  startClock()
  const { user, clock } = await win()
  await pass(10_000)
  await betAgain({ user })
  await waitFor(() => expect(clock.textContent).toContain('Net −22.50 fkr'))
})

test('a round that another tab has opened counts in the net', async () => {
  const round = guessRound(5)
  const { clock } = await bet5(-20, () => ({ net: -25 }), {
    addTransaction: { ...round.dealt(), Resumed: true },
  })
  await screen.findByText('Your open round goes on. Nothing was taken.')
  // Sooner than the next minute's read.
  await waitFor(() => expect(clock.textContent).toContain('Net −25 fkr'), { timeout: 40_000 })
})

test('a bet after an hour without one begins a session, whose time and net are shown', async () => {
  startClock()
  let now: object = { net: -25 }
  const { user, clock } = await win(() => now)
  now = { net: -17.5 }
  vi.setSystemTime(Date.now() + 3_600_000)
  const reads = callsOf('limits').length
  await waitFor(() => expect(callsOf('limits')).toHaveLength(reads + 1))
  await pass(6_000)
  now = { seconds: 0, net: -5 }
  await betAgain({ user })
  await waitFor(() => expect(clock.textContent).not.toContain('Net −17.50 fkr'))
  expect(clock.textContent).toMatch(/Session 0:0\d:\d\dNet −5 fkr/)
})

test('the limits are read each minute, also where rounds follow one another', async () => {
  startClock()
  const { user, clock } = await win()
  const reads = callsOf('limits').length
  await pass(40_000)
  await betAgain({ user })
  await waitFor(() => expect(clock.textContent).toContain('Net −22.50 fkr'))
  expect(callsOf('limits')).toHaveLength(reads)
  await pass(25_000)
  expect(callsOf('limits')).toHaveLength(reads + 1)
})
