import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { security } from '../../../test/answers.ts'
import { isOff, renderAsPlayer } from '../../../test/render-screen.tsx'
import { answerCalls, callsOf, holdAnswer } from '../../../test/server.ts'

const own = security().Data.sessions[0]
const phone = {
  id: 'phone',
  device: 'Chrome on Android',
  network: '2001:db8:1:x',
  createdAt: '2026-11-19T10:00:00.000Z',
  lastSeenAt: '2026-11-19T10:05:00.000Z',
  current: false,
}
const two = security({ sessions: [own, phone] })
const path = '/account/security'

test('the account screen leads to it', async () => {
  const user = renderAsPlayer('/account')
  await user.click(await screen.findByRole('link', { name: 'Security' }))
  await screen.findByRole('heading', { name: 'Sessions' })
})

test('sessions are listed with device, network and when they were seen', async () => {
  renderAsPlayer(path, { security: two })
  const [first, second] = within(
    await screen.findByRole('list', { name: 'Sessions' }),
  ).getAllByRole('listitem')
  expect(first?.textContent).toMatch(
    /^Firefox on LinuxThis deviceNetwork 192\.0\.2\.xLast seen now$/,
  )
  expect(second?.textContent).toMatch(/^Chrome on AndroidNetwork 2001:db8:1:xLast seen .*End$/)
})

test('the only session is this one, and there is no other to end', async () => {
  renderAsPlayer(path)
  await screen.findByText('This device')
  expect(screen.queryByRole('button', { name: /^End/ })).toBeNull()
})

test('one session is ended, after a question', async () => {
  const user = renderAsPlayer(path, { security: two, endSession: {} })
  await user.click(
    await screen.findByRole('button', { name: 'End Chrome on Android, network 2001:db8:1:x' }),
  )
  const question = await screen.findByRole('dialog', { name: 'End this session?' })
  within(question).getByText(/^Chrome on Android, network 2001:db8:1:x, is logged out at once\./)
  expect(callsOf('endSession')).toEqual([])
  answerCalls({ security: security() })
  await user.click(within(question).getByRole('button', { name: 'End session' }))
  await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull())
  expect(callsOf('endSession').map(({ body }) => body)).toEqual([{ id: 'phone' }])
})

test('a late answer about one session leaves the question about another as it is', async () => {
  const held = holdAnswer({ Message: 'The session has ended' })
  const tablet = { ...phone, id: 'tablet', device: 'Safari on iPad' }
  const user = renderAsPlayer(path, {
    security: security({ sessions: [own, phone, tablet] }),
    endSession: held.fate,
  })
  const press = async (name: RegExp | string) =>
    user.click(await screen.findByRole('button', { name }))
  await press(/^End Chrome/)
  await press('End session')
  await held.asked
  await press('Keep it')
  await press(/^End Safari/)
  await screen.findByText(/^Safari on iPad, .* is logged out at once/)
  expect(isOff(screen.getByRole('button', { name: 'End session' }))).toBe(false)
  answerCalls({ endSession: {}, security: security({ sessions: [own, tablet] }) })
  held.letThrough()
  await screen.findByText('The session has ended')
  await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull())
  await press('End session')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf('endSession').map(({ body }) => body)).toEqual([{ id: 'phone' }, { id: 'tablet' }])
})

test('all other sessions are ended, after a question', async () => {
  const user = renderAsPlayer(path, { security: two, endOtherSessions: {} })
  await user.click(await screen.findByRole('button', { name: 'End all others' }))
  const question = await screen.findByRole('dialog', { name: 'End all other sessions?' })
  answerCalls({ security: security() })
  await user.click(within(question).getByRole('button', { name: 'End all others' }))
  await waitFor(() => expect(screen.queryByText('Chrome on Android')).toBeNull())
  expect(callsOf('endOtherSessions')).toHaveLength(1)
})

test('a question that is answered with no ends nothing', async () => {
  const user = renderAsPlayer(path, { security: two })
  await user.click(await screen.findByRole('button', { name: 'End all others' }))
  await user.click(await screen.findByRole('button', { name: 'Keep them' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(callsOf('endOtherSessions')).toEqual([])
})

test('a session that could not be ended stays, with a message', async () => {
  const user = renderAsPlayer(path, { security: two, endOtherSessions: 'down' })
  await user.click(await screen.findByRole('button', { name: 'End all others' }))
  const question = await screen.findByRole('dialog')
  await user.click(within(question).getByRole('button', { name: 'End all others' }))
  await screen.findByText('An error occurred. Please try again.')
  screen.getByText('Chrome on Android')
})

test('events are in words, with their device', async () => {
  renderAsPlayer(path, {
    security: security({
      events: [
        { at: '2026-11-20T10:00:00.000Z', kind: 'newDevice', device: 'Chrome on Android' },
        { at: '2026-11-19T10:00:00.000Z', kind: 'largeSend', device: '' },
      ],
    }),
  })
  const rows = within(await screen.findByRole('list', { name: 'Recent events' })).getAllByRole(
    'listitem',
  )
  expect(rows[0]?.textContent).toMatch(/^Log-in from a new device20 Nov 2026, .* · Chrome/)
  expect(rows[1]?.textContent).toMatch(/^More than 100 fkr sent19 Nov 2026, \d\d:\d\d$/)
})

test('the screen says that there are no events', async () => {
  renderAsPlayer(path)
  await screen.findByText('Nothing has happened yet.')
})

test('what waits says until when and why', async () => {
  const until = '2026-11-23T12:00:00.000Z'
  const why = 'your password was reset'
  renderAsPlayer(path, {
    security: security({
      holds: [
        { what: 'withdraw', until, why },
        { what: 'send', until, why },
        { what: 'withdraw', until, why: 'you received it', amount: 50 },
        { what: 'send', until, why: 'you received it', amount: 50 },
      ],
    }),
  })
  await screen.findByText(
    /^Withdrawals and sends wait until 23 Nov 2026, .*, because your password was reset\.$/,
  )
  screen.getByText(/^50 fkr you received can be withdrawn or sent from 23 Nov 2026, /)
})

test('if the screen can’t be read, Retry reads it again', async () => {
  const user = renderAsPlayer(path, { security: 'down' })
  const retry = await screen.findByRole('button', { name: 'Retry' })
  answerCalls({ security: security() })
  await user.click(retry)
  await screen.findByText('This device')
})
