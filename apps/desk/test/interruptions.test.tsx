import {
  answerCase,
  approveProposal,
  confirmTotp,
  draftTerms,
  dropTerms,
  enter,
  inviteOperator,
  listAccepted,
  listActs,
  listHouseNotices,
  listOperators,
  listProposals,
  listSnapshots,
  listTerms,
  logIn,
  logOut,
  type Me,
  noteCase,
  readCase,
  readFeeSettings,
  readHealth,
  readMe,
  readNow,
  startTotp,
  type TermsVersion,
} from '@pipkin/contract/desk'
import { zero } from '@pipkin/money'
import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { type ComponentProps, useEffect } from 'react'
import { Link, Route, Routes, useNavigate } from 'react-router'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Button } from '../../web/src/ui/button.tsx'
import { keepFocus } from '../../web/src/ui/keep-focus.ts'
import { App } from '../src/app.tsx'
import { ActDialogs } from '../src/parts/act-button.tsx'
import {
  healthInTests,
  messageInTests as message,
  proposalInTests,
  threadInTests as thread,
} from '../src/parts/in-tests.tsx'
import { keptOf } from '../src/parts/kept.ts'
import { LowerLimit } from '../src/parts/tighten.tsx'
import { Acts } from '../src/screens/acts.tsx'
import { Case } from '../src/screens/case.tsx'
import { Fees } from '../src/screens/fees.tsx'
import { Health } from '../src/screens/health.tsx'
import { Money } from '../src/screens/money.tsx'
import { Notices } from '../src/screens/notices.tsx'
import { Operators } from '../src/screens/operators.tsx'
import { Proposals } from '../src/screens/proposals.tsx'
import { Terms } from '../src/screens/terms.tsx'
import { AddFactor } from '../src/screens/way-in.tsx'
import { Shell } from '../src/shell.tsx'
import { openDesk } from './answers.ts'
import { renderAt } from './render-at.tsx'

/** What operators do and type while pages, sessions and dialogs change by themselves. */

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  sessionStorage.clear()
})

const hourMs = 3_600_000
const draft: TermsVersion = {
  id: '00000000-0000-7000-8000-000000000001',
  version: null,
  words: 'Be kind.',
  effectiveAt: new Date('2026-11-22T12:00:00Z'),
  madeBy: 'Ben',
  publishedAt: null,
  accepted: 0,
}

const me: Me = {
  operator: 1,
  name: 'Asha',
  email: 'asha@pipkin.example',
  role: 'admin',
  whole: true,
  duties: [],
}

/** The screens and their dialogs, as the app has them. */
function Screens({ operator, children }: ComponentProps<typeof ActDialogs>) {
  useEffect(keepFocus, [])
  return <ActDialogs operator={operator}>{children}</ActDialogs>
}

/** A desk's screens at an address, to an operator. */
function open(path: string, operator = 1) {
  const screens = (
    <main id="main" tabIndex={-1}>
      <Routes>
        <Route path="/players/:player" element={<Link to="/cases/123456">Back</Link>} />
        <Route path="/cases/:case" element={<Case operator={operator} mayAnswer />} />
        <Route path="/fees" element={<Fees mayRule />} />
        <Route path="/health" element={<Health />} />
        <Route path="/terms" element={<Terms mayRule />} />
        <Route path="/operators" element={<Operators />} />
        <Route path="/proposals" element={<Proposals mayOffer={false} />} />
        <Route
          path="/acts"
          element={
            <>
              <Acts />
              <Link to="/acts">Without a filter</Link>
            </>
          }
        />
      </Routes>
    </main>
  )
  return renderAt(path, <Screens operator={operator}>{screens}</Screens>)
}

/** A reload. It undoes what components store when they unmount: in a browser they don't. */
function reload(path: string, operator?: number) {
  const kept = Object.entries(sessionStorage)
  cleanup()
  sessionStorage.clear()
  for (const [key, text] of kept) sessionStorage.setItem(key, text)
  return open(path, operator)
}

/** Lets time pass, and answers the calls that it makes screens send. */
async function pass(ms: number) {
  for (const part of [ms, 100]) await act(() => vi.advanceTimersByTimeAsync(part))
}
const type = (label: string | RegExp, value: string) =>
  fireEvent.input(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

/** A desk whose case of Meera is open. */
async function openCase() {
  const desk = openDesk()
  desk.answer(readCase, thread)
  open('/cases/123456')
  return { desk, field: await screen.findByLabelText('Answer or note') }
}

test('an open case is read again by itself; what is typed and the focus stay, and it answers what was seen', async () => {
  const { desk, field } = await openCase()
  field.focus()
  type('Answer or note', 'On its way.')
  desk.answer(readCase, {
    ...thread,
    holder: 'Ben',
    messages: [...thread.messages, message('b', 'It has come.')],
  })
  await pass(10_000)
  expect(screen.getByText('It has come.')).toBeTruthy()
  expect(screen.getByText('Ben')).toBeTruthy()
  expect(screen.getByText('The player has written again.')).toBeTruthy()
  expect(screen.getByText(/^A message has come since you began to write/)).toBeTruthy()
  expect(document.activeElement).toBe(field)
  // Only the first read is the operator’s; the others are the screen's own.
  expect(desk.asked(readCase).map(({ headers }) => headers.has('pipkin-again'))).toEqual([
    false,
    true,
  ])
  desk.refuse(answerCase, 'Another message has come meanwhile: read it first, then send again.')
  press('Answer case')
  await screen.findByText(/^Another message has come meanwhile/)
  await waitFor(() => expect(screen.queryByText(/^A message has come since/)).toBeNull())
  press('Answer case')
  await waitFor(() => expect(desk.asked(answerCase)).toHaveLength(2))
  expect(desk.asked(answerCase).map(({ body }) => body.seen)).toEqual(['a', 'b'])
  expect(field).toHaveProperty('value', 'On its way.')
  // The text survives the way to the player’s page and back.
  fireEvent.click(screen.getByRole('link', { name: 'Meera 10000001' }))
  fireEvent.click(await screen.findByRole('link', { name: 'Back' }))
  expect(await screen.findByLabelText('Answer or note')).toHaveProperty('value', 'On its way.')
})

test('a case of no one is first offered to the operator who looks at it', async () => {
  const desk = openDesk()
  const colleagues = [
    { operator: 2, name: 'Ben' },
    { operator: 1, name: 'Asha' },
  ]
  const first = async (takenBy: number | null) => {
    desk.answer(readCase, { ...thread, colleagues, takenBy })
    open('/cases/123456')
    fireEvent.click(await screen.findByRole('button', { name: 'Assign case: 123456' }))
    const { selectedOptions } = screen.getByLabelText<HTMLSelectElement>('Colleague')
    cleanup()
    return selectedOptions[0]?.textContent
  }
  expect(await first(null)).toBe('Asha (you)')
  expect(await first(2)).toBe('Ben')
})

test('a colleague who was chosen and has gone since isn’t chosen again', async () => {
  const desk = openDesk()
  const [asha, ben] = [
    { operator: 1, name: 'Asha' },
    { operator: 2, name: 'Ben' },
  ]
  const openAssign = async () =>
    fireEvent.click(await screen.findByRole('button', { name: 'Assign case: 123456' }))
  desk.answer(readCase, { ...thread, colleagues: [asha, ben] })
  open('/cases/123456')
  await openAssign()
  type('Colleague', '2')
  desk.answer(readCase, { ...thread, colleagues: [asha] })
  reload('/cases/123456')
  await openAssign()
  expect(screen.getByLabelText('Colleague')).toHaveProperty('value', '1')
})

test('an answer whose sending may have failed isn’t sent twice', async () => {
  const { desk } = await openCase()
  type('Answer or note', 'On its way.')
  desk.lose(answerCase)
  const sent = { ...message('b', 'On its way.'), writer: 'house', operator: 'Asha' } as const
  desk.answer(readCase, { ...thread, messages: [...thread.messages, sent] })
  press('Answer case')
  await screen.findByText(/does not answer/)
  await waitFor(() => expect(screen.getAllByText('On its way.')).toHaveLength(2))
  press('Answer case')
  await waitFor(() => expect(desk.asked(answerCase)).toHaveLength(2))
  // The server compares it with the newest message.
  expect(desk.asked(answerCase).map(({ body }) => body.seen)).toEqual(['a', 'a'])
})

test('while an answer is on its way its text can’t be changed, since it is emptied after', async () => {
  const { desk, field } = await openCase()
  type('Answer or note', 'On its way.')
  desk.answer(answerCase, { proposal: null, link: null, code: null })
  press('Answer case')
  expect(field).toHaveProperty('readOnly', true)
  await screen.findByText('Sent. The case is answered.')
  expect(field).toHaveProperty('value', '')
  await waitFor(() => expect(field).toHaveProperty('readOnly', false))
})

test('a note whose screen was left while it was on its way isn’t there again', async () => {
  const { desk } = await openCase()
  type('Answer or note', 'Asked the bank.')
  desk.answer(noteCase, { proposal: null, link: null, code: null })
  press('Keep note on case')
  fireEvent.click(screen.getByRole('link', { name: 'Meera 10000001' }))
  const back = await screen.findByRole('link', { name: 'Back' })
  await pass(1_000)
  expect(desk.asked(noteCase)).toHaveLength(1)
  fireEvent.click(back)
  expect(await screen.findByLabelText('Answer or note')).toHaveProperty('value', '')
})

test.each([401, 503])(
  'an answer that fails with %i still answers what was seen, not what came meanwhile',
  async (status) => {
    const { desk } = await openCase()
    type('Answer or note', 'On its way.')
    desk.refuse(answerCase, 'Not now.', status)
    desk.answer(readCase, { ...thread, messages: [...thread.messages, message('b', 'It came.')] })
    press('Answer case')
    await screen.findByText(/^A message has come since you began to write/)
    await pass(1_000)
    screen.getByText(/^A message has come since you began to write/)
    press('Answer case')
    await waitFor(() => expect(desk.asked(answerCase)).toHaveLength(2))
    expect(desk.asked(answerCase).map(({ body }) => body.seen)).toEqual(['a', 'a'])
  },
)

test('without a network a screen says so, and how old it is', async () => {
  const { desk } = await openCase()
  onTestFinished(() => onlineManager.setOnline(true))
  onlineManager.setOnline(false)
  desk.lose(readCase)
  await pass(10_000)
  await screen.findByText(/does not answer.* What is shown is from /)
  desk.answer(readCase, { ...thread, holder: 'Ben' })
  await act(async () => onlineManager.setOnline(true))
  await screen.findByText('Ben')
})

test('where no answer comes, a screen and a dialog say so after a minute', async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout')
  onTestFinished(() => timeout.mockRestore())
  const late = new AbortController()
  const desk = openDesk()
  desk.answer(listOperators, [])
  desk.answer(listProposals, { proposals: [], next: null })
  open('/operators')
  await screen.findByText('No operators yet.')
  timeout.mockReturnValue(late.signal)
  desk.fallSilent(listOperators)
  desk.fallSilent(inviteOperator)
  press('Invite operator')
  type('Name', 'Ben')
  type('E-mail', 'ben@pipkin.example')
  fireEvent.change(screen.getByLabelText('Role'), { target: { value: 'support' } })
  type('Reason', 'ticket 7')
  fireEvent.submit(screen.getByLabelText('Reason'))
  await pass(30_000)
  expect(desk.asked(inviteOperator)).toHaveLength(1)
  expect(timeout.mock.calls).toContainEqual([60_000])
  late.abort()
  await waitFor(() =>
    expect(screen.getAllByText(/^The back office does not answer/)).toHaveLength(2),
  )
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Cancel' }).ariaDisabled).toBeNull(),
  )
})

test('an answer stays where its account closes meanwhile', async () => {
  const { desk } = await openCase()
  type('Answer or note', 'On its way.')
  desk.answer(readCase, { ...thread, name: null })
  await pass(10_000)
  expect(screen.getByLabelText('What you wrote')).toHaveProperty('value', 'On its way.')
})

test('an answer outlives a reload, with the messages that it is to', async () => {
  const { desk } = await openCase()
  type('Answer or note', 'On its way.')
  desk.answer(readCase, { ...thread, messages: [...thread.messages, message('b', 'It has come.')] })
  reload('/cases/123456')
  expect(await screen.findByLabelText('Answer or note')).toHaveProperty('value', 'On its way.')
  await screen.findByText(/^A message has come since you began to write/)
  desk.answer(answerCase, { proposal: null, link: null, code: null })
  press('Answer case')
  await screen.findByText('Sent. The case is answered.')
  expect(desk.asked(answerCase).map(({ body }) => body.seen)).toEqual(['a'])
  reload('/cases/123456')
  expect(await screen.findByLabelText('Answer or note')).toHaveProperty('value', '')
})

/** The terms with a draft, whose form is open. */
async function openDraft() {
  const desk = openDesk()
  desk.answer(listTerms, [draft])
  desk.answer(listProposals, { proposals: [], next: null })
  desk.answer(listAccepted, { accepted: [], next: null })
  open('/terms')
  fireEvent.click(await screen.findByRole('button', { name: 'Draft terms anew' }))
  return desk
}
const send = () => fireEvent.submit(screen.getByLabelText('Reason').closest('form') as Element)

test('what was typed into a refused draft is there again; what was not follows the colleague’s', async () => {
  const desk = await openDraft()
  type('Text', 'Be kind to the games.')
  type('Reason', 'ticket 7')
  desk.lose(draftTerms)
  send()
  await screen.findByText(/does not answer/)
  desk.refuse(draftTerms, 'The draft has changed since you looked.')
  send()
  await screen.findByText(/has changed since you looked/)
  const newer = { ...draft, id: 'other', effectiveAt: new Date('2027-01-01T00:00:00Z') }
  desk.answer(listTerms, [newer])
  press('Cancel')
  await waitFor(() => expect(screen.getByText(/In effect from 2027-01-01/)).toBeTruthy())
  press('Draft terms anew')
  expect(screen.getByLabelText('Text')).toHaveProperty('value', 'Be kind to the games.')
  expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'ticket 7')
  expect(screen.getByLabelText(/^In effect from/)).toHaveProperty('value', '2027-01-01T00:00')
  send()
  await waitFor(() => expect(desk.asked(draftTerms)).toHaveLength(3))
  expect(desk.asked(draftTerms).at(-1)?.body).toMatchObject({ replaces: 'other' })
  press('Start over')
  expect(screen.getByLabelText('Text')).toHaveProperty('value', 'Be kind.')
})

test('who starts over goes on at the first field', async () => {
  await openDraft()
  type('Text', 'Be kind to the games.')
  reload('/terms')
  fireEvent.click(await screen.findByRole('button', { name: 'Draft terms anew' }))
  const again = screen.getByRole('button', { name: 'Start over' })
  again.focus()
  fireEvent.click(again)
  expect(document.activeElement).toBe(screen.getByLabelText('Text'))
})

test('an act whose answer can’t be read says so', async () => {
  await openDraft()
  vi.stubGlobal('fetch', async () => Response.json({ Status: true, Message: 'Done' }))
  send()
  await screen.findByText(/^The answer can’t be read/)
})

test('the times that a form offers are the server’s, not the device’s', async () => {
  vi.setSystemTime('2026-11-20T10:00:00Z')
  const desk = openDesk()
  desk.setAhead(48 * hourMs)
  desk.answer(listHouseNotices, { notices: [], next: null })
  desk.answer(listProposals, { proposals: [], next: null })
  renderAt(
    '/notices?view=draft',
    <Screens operator={1}>
      <Notices duties={['answer']} />
    </Screens>,
  )
  await screen.findByText('There is no draft.')
  press('Draft notice')
  const value = (label: string) => Reflect.get(screen.getByLabelText(label), 'value')
  expect(value('From (UTC)')).toMatch(/^2026-11-22T10:0/)
  expect(value('Until (UTC)')).toMatch(/^2026-11-29T10:0/)
})

test('a snapshot is late by the server’s clock, not by the device’s', async () => {
  vi.setSystemTime('2026-11-20T10:00:00Z')
  const desk = openDesk()
  desk.setAhead(48 * hourMs)
  const takenAt = new Date('2026-11-20T09:00:00Z')
  const snapshot = { snapshot: 'a', takenAt, players: 1, owed: zero, held: zero }
  desk.answer(listSnapshots, { snapshots: [snapshot], next: null })
  renderAt(
    '/money?view=owed',
    <Screens operator={1}>
      <Money mayPay={false} />
    </Screens>,
  )
  await screen.findByText(/^One is due each day: the next is late/)
})

test('a dialog that Back has left isn’t there again on Forward', async () => {
  const desk = openDesk()
  desk.answer(listTerms, [draft])
  desk.answer(listProposals, { proposals: [], next: null })
  desk.answer(listAccepted, { accepted: [], next: null })
  renderAt(
    '/terms',
    <Screens operator={1}>
      <Terms mayRule />
      <Link to="/terms?there">There</Link>
      <Travel by={-1} />
      <Travel by={1} />
    </Screens>,
  )
  fireEvent.click(screen.getByRole('link', { name: 'There' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Drop terms' }))
  fireEvent.click(screen.getByText('By -1'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(screen.getByText('By 1'))
  await pass(100)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a dialog whose act is under way outlasts Back, and shows a code that is shown once', async () => {
  const desk = openDesk()
  desk.answer(listOperators, [])
  desk.answer(listProposals, { proposals: [], next: null })
  desk.answer(inviteOperator, { proposal: draft.id, link: null, code: 'once-7' })
  renderAt(
    '/there',
    <Screens operator={1}>
      <Link to="/operators">Here</Link>
      <Travel by={-1} />
      <Routes>
        <Route path="/there" element="There" />
        <Route path="/operators" element={<Operators />} />
      </Routes>
    </Screens>,
  )
  fireEvent.click(screen.getByRole('link', { name: 'Here' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Invite operator' }))
  // Both in one turn: no answer comes between.
  send()
  fireEvent.click(screen.getByText('By -1'))
  await screen.findByText('There')
  await screen.findByText('once-7', { selector: 'dialog[open] *' })
  press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('what was typed into an act outlives a reload, for its operator alone', async () => {
  await openDraft()
  type('Text', 'Be kind to the games.')
  const anew = () => screen.findByRole('button', { name: 'Draft terms anew' })
  reload('/terms')
  fireEvent.click(await anew())
  expect(screen.getByLabelText('Text')).toHaveProperty('value', 'Be kind to the games.')
  await screen.findByText('What you wrote before is here again.')
  expect(document.activeElement).toBe(screen.getByLabelText('Text'))

  reload('/terms', 2)
  fireEvent.click(await anew())
  expect(screen.getByLabelText('Text')).toHaveProperty('value', 'Be kind.')
  expect(JSON.stringify(sessionStorage)).not.toContain('Be kind to')
  reload('/terms')
  fireEvent.click(await anew())
  expect(screen.getByLabelText('Text')).toHaveProperty('value', 'Be kind.')
})

/** The whole desk at an address, to an operator. */
function openApp(desk: ReturnType<typeof openDesk>, path: string, more: Partial<Me> = {}) {
  desk.answer(readMe, { ...me, ...more })
  renderAt(path, <App />)
}

test('who is invited anew and still logged in comes in by the link', async () => {
  const desk = openDesk()
  desk.answer(enter, undefined)
  desk.answer(startTotp, { secret: 'KEY', uri: 'otpauth://totp/KEY' })
  openApp(desk, '/enter#a-token')
  await screen.findByRole('heading', { name: 'Welcome to the back office' })
  await screen.findByText(/You are logged in as Asha until you go on\./)
  type('Your name', me.name)
  type('E-mail', me.email)
  desk.answer(readMe, { ...me, whole: false })
  press('Go on')
  await screen.findByText('KEY')
  expect(desk.asked(enter)).toMatchObject([{ body: { token: 'a-token' } }])
})

test('who opens an old link while logged in finds the way back', async () => {
  const desk = openDesk()
  desk.lose(readNow)
  openApp(desk, '/enter#a-token')
  fireEvent.click(await screen.findByRole('link', { name: 'Stay logged in' }))
  await screen.findByRole('heading', { name: 'Now' })
})

test('what was typed outlives the session, for its operator and for half a day', async () => {
  const desk = openDesk()
  desk.answer(readCase, thread)
  desk.lose(readNow)
  openApp(desk, '/cases/123456', { duties: ['see', 'answer'] })
  await screen.findByLabelText('Answer or note')
  type('Answer or note', 'On its way.')
  press('Assign case: 123456')
  type('Reason', 'a ticket of Meera')
  desk.refuse(readMe, 'Log in.', 401)
  await pass(60_000)
  await screen.findByRole('dialog', { name: 'Log in again' })

  vi.setSystemTime(Date.now() + 11 * hourMs)
  await pass(60_000)
  expect(screen.getByLabelText('Answer or note')).toHaveProperty('value', 'On its way.')
  expect(keptOf(me.operator).get('assignCase 123456')?.get('reason')).toBe('a ticket of Meera')

  vi.setSystemTime(Date.now() + hourMs)
  await pass(60_000)
  expect(sessionStorage).toHaveLength(0)
  expect(document.body.innerHTML).not.toContain('On its way.')
  await screen.findByRole('heading', { name: 'Back office' })
})

test('who loses a role while writing an answer reads why it can’t be sent', async () => {
  const desk = openDesk()
  desk.answer(readCase, thread)
  desk.lose(readNow)
  openApp(desk, '/cases/123456', { duties: ['see', 'answer'] })
  await screen.findByLabelText('Answer or note')
  type('Answer or note', 'On its way.')
  desk.answer(readMe, { ...me, duties: ['see'] })
  await pass(60_000)
  expect(screen.getByLabelText('What you wrote')).toHaveProperty('value', 'On its way.')
  expect(screen.getByText(/^Your role doesn’t answer cases any more/)).toBeTruthy()
})

test('what another tab does to the session shows here at once', async () => {
  const desk = openDesk()
  openApp(desk, '/proposals')
  await screen.findByText('Asha, admin')
  const tab = new BroadcastChannel('operator')
  onTestFinished(() => tab.close())
  const said: unknown[] = []
  tab.onmessage = ({ data }) => said.push(data)
  desk.answer(readMe, { ...me, operator: 2, name: 'Ben' })
  tab.postMessage(2)
  await screen.findByText('Ben, admin')
  desk.refuse(readMe, 'Log in.', 401)
  tab.postMessage(null)
  await screen.findByRole('dialog', { name: 'Log in again' })
  desk.answer(readMe, { ...me, operator: 2, name: 'Ben' })
  tab.postMessage(2)
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Log in again' })).toBeNull())
  // Where they agree already, there is nothing to ask.
  const asked = desk.asked(readMe).length
  tab.postMessage(2)
  await pass(100)
  expect(desk.asked(readMe)).toHaveLength(asked)
  expect(said).toEqual([2, null, 2])
})

test('other tabs leave alone who is still adding an app', async () => {
  const desk = openDesk()
  desk.answer(startTotp, { secret: 'KEY', uri: 'otpauth://totp/x?secret=KEY' })
  const tab = new BroadcastChannel('operator')
  onTestFinished(() => tab.close())
  const said: unknown[] = []
  tab.onmessage = ({ data }) => said.push(data)
  openApp(desk, '/', { whole: false })
  await screen.findByText('KEY')
  tab.postMessage(2)
  await pass(1_000)
  expect(said).toEqual([])
  expect(desk.asked(startTotp)).toHaveLength(1)
})

test('after the log-in the focus is where it was', async () => {
  const desk = openDesk()
  openApp(desk, '/proposals')
  const link = await screen.findByRole('link', { name: 'Games' })
  link.focus()
  desk.refuse(readMe, 'Log in.', 401)
  await pass(60_000)
  const first = await screen.findByRole('button', { name: 'Log in with a passkey' })
  first.focus()
  desk.answer(readMe, me)
  fireEvent(window, new Event('visibilitychange'))
  await waitFor(() => expect(document.activeElement).toBe(link))
})

test('a screen that a link of the navigation opens has the focus', async () => {
  openDesk()
  renderAt('/', <Shell me={me} />)
  const link = screen.getByRole('link', { name: 'Games' })
  link.focus()
  fireEvent.click(link)
  await screen.findByRole('heading', { level: 1, name: 'Games' })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

test('each step of the way in passes the focus on to the next', async () => {
  const desk = openDesk()
  desk.answer(startTotp, { secret: 'KEY', uri: 'otpauth://totp/x?secret=KEY' })
  desk.answer(logIn, undefined)
  desk.answer(confirmTotp, undefined)
  desk.refuse(readMe, 'Log in.', 401)
  renderAt('/', <App />)
  const expectMain = () =>
    waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  const send = (button: HTMLElement) => {
    button.focus()
    fireEvent.submit(button)
  }
  const first = await screen.findByRole('button', { name: 'Log in' })
  // The first screen of a visit leaves it where the browser does.
  expect(document.activeElement).toBe(document.body)
  desk.answer(readMe, { ...me, whole: false })
  send(first)
  await screen.findByText('KEY')
  await expectMain()
  desk.answer(readMe, me)
  send(screen.getByRole('button', { name: 'Add the app' }))
  await screen.findByText('Asha, admin')
  await expectMain()
})

test('a wrong code is said at its field, which has the focus again', async () => {
  const desk = openDesk()
  desk.refuse(readMe, 'Log in.', 401)
  desk.refuse(logIn, 'The e-mail or the code is wrong.')
  renderAt('/', <App />)
  const button = await screen.findByRole('button', { name: 'Log in' })
  for (const attempt of [1, 2]) {
    button.focus()
    fireEvent.submit(button)
    await waitFor(() => expect(desk.asked(logIn)).toHaveLength(attempt))
    const field = screen.getByLabelText(/^Code of/)
    await waitFor(() => expect(document.activeElement).toBe(field))
    const said = await screen.findByRole('alert')
    expect(said.textContent).toBe('The e-mail or the code is wrong.')
    expect(field.getAttribute('aria-describedby')).toBe(said.id)
  }
})

test('another span of the house’s health leaves the focus on its link', async () => {
  const desk = openDesk()
  desk.answer(readHealth, healthInTests)
  open('/health')
  await screen.findByText('None.')
  const link = screen.getByRole('link', { name: 'The last day' })
  link.focus()
  fireEvent.click(link)
  await screen.findByRole('region', { name: 'By ten minutes' })
  expect(desk.asked(readHealth).map(({ query }) => query.span)).toEqual(['hour', 'day'])
  expect(document.activeElement).toBe(link)
})

test('what was typed goes with the log-out, which says where it was not done', async () => {
  const desk = openDesk()
  keptOf(me.operator).set('a form', new Map([['reason', 'ticket 7']]))
  renderAt('/', <Shell me={me} />)
  press('Log out')
  await screen.findByText(/does not answer/, { selector: 'header *' })
  expect(keptOf(me.operator).get('a form')).toBeDefined()
  desk.answer(logOut, undefined)
  press('Log out')
  expect(screen.getByRole('button', { name: 'Log out' }).getAttribute('aria-busy')).toBe('true')
  await waitFor(() => expect(sessionStorage).toHaveLength(0))
})

const Travel = ({ by }: { by: number }) => {
  const navigate = useNavigate()
  return <Button onClick={() => navigate(by)}>By {by}</Button>
}

test('a link opens a screen at its top; Back leaves it to the browser', async () => {
  openDesk()
  const scroll = vi.spyOn(window, 'scrollTo')
  renderAt(
    '/',
    <>
      <Shell me={me} />
      <Travel by={-1} />
    </>,
  )
  await screen.findByRole('heading', { name: 'Now' })
  expect(scroll).not.toHaveBeenCalled()
  fireEvent.click(screen.getByRole('link', { name: 'Waiting for a second person' }))
  await waitFor(() => expect(scroll).toHaveBeenCalledExactlyOnceWith(0, 0))
  press('By -1')
  await screen.findByRole('heading', { name: 'Now' })
  expect(scroll).toHaveBeenCalledOnce()
  scroll.mockRestore()
})

test('what was given up, or done, isn’t there again', async () => {
  const desk = await openDraft()
  type('Text', 'Given up.')
  press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('Draft terms anew')
  expect(screen.getByLabelText('Text')).toHaveProperty('value', 'Be kind.')
  type('Text', 'Done.')
  desk.answer(draftTerms, { proposal: null, link: null, code: null })
  send()
  press(await screen.findByRole('button', { name: 'Close' }).then(() => 'Close'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('Draft terms anew')
  expect(screen.getByLabelText('Text')).toHaveProperty('value', 'Be kind.')
})

test('a dialog that the browser closes under an act opens again, and shows its outcome', async () => {
  const desk = openDesk()
  desk.answer(listTerms, [draft])
  desk.answer(listProposals, { proposals: [], next: null })
  desk.answer(listAccepted, { accepted: [], next: null })
  desk.answer(dropTerms, { proposal: null, link: null, code: null })
  open('/terms')
  fireEvent.click(await screen.findByRole('button', { name: 'Drop terms' }))
  type('Reason', 'ticket 7')
  send()
  await waitFor(() => expect(desk.asked(dropTerms)).toHaveLength(1))
  screen.getByRole<HTMLDialogElement>('dialog').close()
  await screen.findByText('Done', { selector: 'dialog[open] *' })
  press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a second Enter closes what was done, but not a link that is shown once', async () => {
  const desk = openDesk()
  desk.answer(listOperators, [])
  desk.answer(listProposals, { proposals: [], next: null })
  desk.answer(inviteOperator, { proposal: null, link: 'https://a.link/', code: null })
  open('/operators')
  fireEvent.click(await screen.findByRole('button', { name: 'Invite operator' }))
  send()
  await screen.findByText('https://a.link/')
  expect(document.activeElement?.textContent).toMatch(/^DonePass this link on/)
  press('Close')
  cleanup()

  desk.answer(listTerms, [draft])
  desk.answer(listAccepted, { accepted: [], next: null })
  desk.answer(dropTerms, { proposal: null, link: null, code: null })
  open('/terms')
  fireEvent.click(await screen.findByRole('button', { name: 'Drop terms' }))
  send()
  await screen.findByText('Done')
  expect(document.activeElement?.textContent).toBe('Close')
})

test('an approval that invites no one shows neither a link nor a code', async () => {
  const desk = openDesk()
  desk.answer(listProposals, { proposals: [proposalInTests], next: null })
  desk.answer(approveProposal, { proposal: null, link: null, code: null })
  open('/proposals')
  fireEvent.click(await screen.findByRole('button', { name: /^Approve proposal/ }))
  send()
  await screen.findByText('Done')
  expect(screen.queryByText(/^Pass this/)).toBeNull()
})

// What is answered at once is read before React Query reports that it is being read.
test.each([10, 0])(
  'where a colleague takes away what has the focus, keys go on in the content: read in %i ms',
  async (momentMs) => {
    const desk = openDesk(momentMs)
    desk.answer(listTerms, [draft])
    desk.answer(listProposals, { proposals: [], next: null })
    desk.answer(listAccepted, { accepted: [], next: null })
    open('/terms')
    const drop = await screen.findByRole('button', { name: 'Drop terms' })
    drop.focus()
    desk.answer(listTerms, [])
    await pass(15_000)
    expect(drop.isConnected).toBe(false)
    await waitFor(() => expect(document.activeElement).toBe(document.getElementById('main')))
  },
)

test('a filter that was sent keeps the focus, and follows the address', async () => {
  const desk = openDesk()
  desk.answer(listActs, { acts: [], next: null })
  open('/acts?act=runAudit')
  const who = screen.getByLabelText('Who')
  who.focus()
  type('Who', 'Ben')
  fireEvent.submit(who.closest('form') as Element)
  await waitFor(() => expect(desk.asked(listActs)).toHaveLength(2))
  expect(document.activeElement).toBe(who)
  expect(who).toHaveProperty('value', 'Ben')
  expect(screen.getByLabelText('What')).toHaveProperty('value', 'runAudit')
  fireEvent.click(screen.getByRole('link', { name: 'Without a filter' }))
  await waitFor(() => expect(who).toHaveProperty('value', ''))
  expect(screen.getByLabelText('What')).toHaveProperty('value', 'any')
})

test('a look at the phone gives the app that is being added no other key', async () => {
  const desk = openDesk()
  desk.answer(startTotp, { secret: 'KEY', uri: 'otpauth://totp/x?secret=KEY' })
  renderAt('/', <AddFactor />)
  await screen.findByText('KEY')
  await pass(60_000)
  fireEvent(window, new Event('visibilitychange'))
  await pass(1_000)
  expect(desk.asked(startTotp)).toHaveLength(1)
})

test('what isn’t there offers no other try; what could not be read does', async () => {
  const desk = openDesk()
  desk.refuse(readCase, 'There is no such case.', 404)
  open('/cases/5')
  await screen.findByText('There is no such case.')
  screen.getByRole('heading', { name: 'Case 5' })
  expect(document.title).toBe('Case 5 · Pipkin back office')
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  desk.lose(readCase)
  open('/cases/6')
  await screen.findByRole('button', { name: 'Retry' })
})

test('a field that is refused for its form says which it takes; an id may come with spaces', async () => {
  const desk = openDesk()
  desk.answer(listProposals, { proposals: [], next: null })
  desk.answer(listHouseNotices, { notices: [], next: null })
  renderAt(
    '/',
    <Screens operator={1}>
      <Notices duties={['answer']} />
      <LowerLimit player={10_000_001} />
    </Screens>,
  )
  const refusalOf = (label: string, value: string) => {
    type(label, value)
    const { validity, title } = screen.getByLabelText<HTMLInputElement>(label)
    return validity.patternMismatch ? title : undefined
  }
  press('Draft notice')
  expect(refusalOf('Player', ' 10000001 ')).toBeUndefined()
  expect(refusalOf('Player', '1000')).toBe('A player’s id: eight digits')
  press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('Lower limit: player 10000001')
  expect(refusalOf('At most (fkr)', '12.50')).toBeUndefined()
  expect(refusalOf('At most (fkr)', '1,000 fkr')).toBe('An amount such as 1000 or 12.50')
})

test('a fee that is emptied to be typed anew means nothing meanwhile', async () => {
  const desk = openDesk()
  const now = {
    sendFee: 200,
    withdrawalFee: 1_000,
    smallestDeposit: zero,
    smallestWithdrawal: zero,
    hintFrom: zero,
    hintTo: zero,
    reviewAbove: zero,
    playerHour: zero,
    playerDay: zero,
    houseHour: zero,
    houseDay: zero,
  }
  desk.answer(readFeeSettings, {
    version: 1,
    now,
    first: now,
    smallestWithdrawalNow: zero,
    gas: { coinPrice: zero, mostGwei: 1 },
    month: { sent: zero, sendFees: zero, paidOut: zero, withdrawalFees: zero },
  })
  open('/fees')
  fireEvent.click(await screen.findByRole('button', { name: 'Change fees and limits' }))
  const meaning = () => screen.queryByText(/^Of a send of 100 fkr/)?.textContent
  type('Fee of a send, %', '')
  expect(meaning()).toBeUndefined()
  type('Fee of a send, %', '0')
  expect(meaning()).toMatch(/^Of a send of 100 fkr 100 fkr arrive, now 98 fkr\./)
})
