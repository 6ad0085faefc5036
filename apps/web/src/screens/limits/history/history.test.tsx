import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAsPlayer } from '../../../../test/render-screen.tsx'
import { savedFiles } from '../../../../test/saved-files.ts'
import { callsOf, refused } from '../../../../test/server.ts'

const path = '/account/limits/history'

const row = (more: object = {}) => ({
  from: '2026-11-20T10:00:00.000Z',
  to: '2026-11-20T11:01:01.000Z',
  seconds: 3_661,
  staked: 30,
  returned: 10,
  net: -20,
  deposited: 500,
  withdrawn: 0,
  ...more,
})
const older = row({ from: '2026-11-19T23:30:00.000Z', net: 15, returned: 45, deposited: 0 })
const showing = (Data: object[], more: object = {}) => ({
  playHistory: {
    Data,
    Time_Zone: 'Asia/Kolkata',
    Lifetime: { deposited: 1_500, withdrawn: 200, net: 1_300 },
    ...more,
  },
})
interface Asked {
  readonly query: Readonly<Record<string, string>>
}

test('a player who has not played reads so, and sees what came in over all time', async () => {
  renderAsPlayer(path)
  expect(await screen.findByText('Nothing played yet')).not.toBeNull()
  const lifetime = screen.getByRole('region', { name: 'Since you joined' })
  expect(lifetime.textContent).toMatch(/Deposited0Withdrawn0Net deposits0/)
})

test('each session shows when it began in the time zone of the history, its time and its money', async () => {
  renderAsPlayer(path, showing([row(), older]))
  const list = await screen.findByRole('list', { name: 'History' })
  const [first, second] = within(list).getAllByRole('listitem')
  expect(first?.textContent).toBe(
    '20 Nov 2026, 15:30played 1:01:01 · staked 30 · returned 10 · deposited 500Net−20',
  )
  expect(second?.textContent).toContain('20 Nov 2026, 05:00')
  expect(screen.getByRole('region', { name: 'Since you joined' }).textContent).toContain('1,300')
  expect(screen.getByText(/^Times in Asia\/Kolkata/)).not.toBeNull()
})

test('a session that has just begun is not shown', async () => {
  renderAsPlayer(path, showing([row({ staked: 0, returned: 0, net: 0, deposited: 0 })]))
  expect(await screen.findByText('Nothing played yet')).not.toBeNull()
})

test('a plot without a bar says so instead: of a session without a bet, or without a deposit', async () => {
  const quiet = { staked: 0, returned: 0, net: 0 }
  renderAsPlayer(path, showing([row(quiet)]))
  expect(await screen.findByText('No bets')).not.toBeNull()
  expect(screen.getAllByRole('img').map((plot) => plot.getAttribute('aria-label'))).toEqual([
    expect.stringMatching(/^By session, in all 500 deposited/),
  ])
  cleanup()
  renderAsPlayer(path, showing([older]))
  expect(await screen.findByText('Nothing deposited or withdrawn')).not.toBeNull()
  expect(screen.queryByText('No bets')).toBeNull()
})

test('days and months are asked for when they are looked at', async () => {
  const user = renderAsPlayer(path, showing([row({ from: '2026-10-31T18:30:00.000Z' })]))
  await user.click(await screen.findByRole('tab', { name: 'Days' }))
  expect(await screen.findByText('1 Nov 2026')).not.toBeNull()
  await user.click(screen.getByRole('tab', { name: 'Months' }))
  expect(await screen.findByText('Nov 2026')).not.toBeNull()
  expect(callsOf('playHistory').map(({ query }) => query.by)).toEqual(['session', 'day', 'month'])
  expect(callsOf('playHistory')[0]?.query.tz).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone)
})

test('the plots say in words what they draw, and show the same as a table', async () => {
  const user = renderAsPlayer(path, showing([row(), older]))
  expect(
    await screen.findByRole('img', { name: 'Net by session: lowest −20, highest +15' }),
  ).not.toBeNull()
  expect(
    screen.getByRole('img', { name: 'By session, in all 500 deposited, 0 withdrawn' }),
  ).not.toBeNull()
  await user.click(screen.getByRole('button', { name: /^The last 2 sessions/ }))
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'FromNetDepositedWithdrawn',
    '20 Nov 2026, 15:30−205000',
    '20 Nov 2026, 05:00+1500',
  ])
})

test('all pages of the history are saved as CSV', async () => {
  const user = renderAsPlayer(path, {
    playHistory: ({ query }: Asked) =>
      query.cursor === 'more'
        ? showing([older]).playHistory
        : showing([row()], { Next: 'more' }).playHistory,
  })
  await user.click(await screen.findByRole('button', { name: 'Download as CSV' }))
  await waitFor(() => expect(savedFiles).toHaveLength(1))
  expect(await savedFiles[0]?.file.text()).toBe(
    'From,To,Seconds,Staked,Returned,Net,Deposited,Withdrawn\r\n' +
      '2026-11-20T10:00:00.000Z,2026-11-20T11:01:01.000Z,3661,30,10,-20,500,0\r\n' +
      '2026-11-19T23:30:00.000Z,2026-11-20T11:01:01.000Z,3661,30,45,15,0,0\r\n',
  )
})

test('a file that does not come says so', async () => {
  const user = renderAsPlayer(path, {
    playHistory: ({ query }: Asked) =>
      query.limit === '100' ? 'lost' : showing([row()]).playHistory,
  })
  await user.click(await screen.findByRole('button', { name: 'Download as CSV' }))
  expect(await screen.findByText('An error occurred. Please try again.')).not.toBeNull()
})

test('a history that cannot be read says so, and is read again', async () => {
  const user = renderAsPlayer(path, { playHistory: refused('Please wait a little.') })
  await user.click(await screen.findByRole('button', { name: 'Retry' }))
  expect(callsOf('playHistory').length).toBeGreaterThan(1)
})

test('Limits and breaks leads to it', async () => {
  const user = renderAsPlayer('/account/limits')
  await user.click(await screen.findByRole('link', { name: 'See the history' }))
  expect(await screen.findByRole('heading', { name: 'History of play' })).not.toBeNull()
})
