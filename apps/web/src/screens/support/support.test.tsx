import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { player } from '../../../test/answers.ts'
import { isOff, renderAsPlayer, renderAsVisitor } from '../../../test/render-screen.tsx'
import { answerCalls, callsOf, refused } from '../../../test/server.ts'
import { logOut, startSession } from '../../shell/session.ts'

/** The player's side of the inbox; what the server does is in its own tests. */

const { XMLHttpRequest: real } = globalThis
afterEach(() => void vi.stubGlobal('XMLHttpRequest', real))

const at = '2026-11-20T18:30:00.125Z'
const line = { event: null, amount: null, TXHash: null, state: 'waiting', DateTime: at }
const thread = {
  ...line,
  case: 123456,
  messages: [
    { Id: 'a', answer: false, text: 'My round was odd.', DateTime: at, pictures: [] },
    { Id: 'b', answer: true, text: '<b>Which</b> round?', DateTime: at, pictures: ['p'] },
  ],
}

/** The stream of a page on which a test sends the events. */
class Events extends EventTarget {
  static readonly CLOSED = 2
  static readonly opened: Events[] = []
  readonly readyState = 1
  constructor() {
    super()
    Events.opened.push(this)
  }
  close() {}
}

test('an answer that comes while the case is open appears in it', async () => {
  const { EventSource: silent } = globalThis
  vi.stubGlobal('EventSource', Events)
  onTestFinished(() => void vi.stubGlobal('EventSource', silent))
  const [asked, answered] = thread.messages
  const holding = (...messages: readonly object[]) => ({ Data: { ...thread, messages } })
  renderAsPlayer('/support?case=123456', { supportThread: holding(asked ?? {}) })
  await screen.findByText('My round was odd.')
  await waitFor(() => expect(Events.opened).toHaveLength(1))
  answerCalls({ supportThread: holding(asked ?? {}, { ...answered, pictures: [] }) })
  Events.opened[0]?.dispatchEvent(new MessageEvent('notice', { data: '{}' }))
  await screen.findByText('<b>Which</b> round?')
})

test('a case shows its messages as text with their pictures, and takes another', async () => {
  const user = renderAsPlayer('/support?case=123456', {
    supportThread: { Data: thread },
    supportPicture: { Data: { webp: 'UklGRg==' } },
  })
  await screen.findByRole('heading', { name: 'Case 123456' })
  const messages = await screen.findByRole('list', { name: 'Messages' })
  const picture = await screen.findByRole('img', { name: 'Sent with the message' })
  expect(picture).toHaveProperty('src', 'data:image/webp;base64,UklGRg==')
  const [own, answer] = within(messages).getAllByRole('listitem')
  expect(own?.textContent).toMatch(/^You, .*My round was odd\.$/)
  expect(answer?.textContent).toMatch(/^Support, .*<b>Which<\/b> round\?$/)
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('Please write what it is about')
  expect(callsOf('supportMessage')).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Back' }))
  await screen.findByRole('heading', { name: 'Your cases' })
})

test.each(['error', 'timeout'] as const)(
  'a message without an answer may have arrived: the cases are read again, and it says so (%s)',
  async (end) => {
    class Lost {
      upload = {}
      timeout = 0
      onerror?: () => void
      ontimeout?: () => void
      open() {}
      send() {
        if (end === 'error') this.onerror?.()
        else if (this.timeout > 0) this.ontimeout?.()
      }
    }
    const user = renderAsPlayer('/support')
    vi.stubGlobal('XMLHttpRequest', Lost)
    await screen.findByText('No Data Found !')
    answerCalls({
      supportThreads: { Data: [{ ...line, words: 'x', Last_DateTime: at, case: 123456 }] },
    })
    await user.type(screen.getByLabelText('Your message'), 'My round was odd.')
    await user.click(screen.getByRole('button', { name: 'Send' }))
    await screen.findByText(
      'No answer came. It may have arrived: sent again within ten minutes, it is kept once.',
    )
    await screen.findByText('Case 123456')
    expect(screen.getByLabelText('Your message')).toHaveProperty('value', 'My round was odd.')
  },
)

/** Lets the server answer a message, or refuse it, when the test says so. */
function slowly() {
  const answered = Promise.withResolvers<Readonly<Record<string, unknown>>>()
  class Slow {
    upload = {}
    status = 200
    responseText = ''
    onload?: () => void
    open() {}
    send() {
      void answered.promise.then((answer) => {
        this.responseText = JSON.stringify(answer)
        this.onload?.()
      })
    }
  }
  vi.stubGlobal('XMLHttpRequest', Slow)
  return {
    arrive: () => answered.resolve({ Status: true, Message: '', Data: { case: 123456 } }),
    refuse: (Message: string) => answered.resolve({ Status: false, Message }),
  }
}

test('nothing is typed into a message that is on its way, and lost with it', async () => {
  const user = renderAsPlayer('/support?case=123456', {
    supportThread: { Data: { ...thread, messages: [] } },
  })
  const { arrive } = slowly()
  const area = await screen.findByLabelText('Your message')
  await user.type(area, 'The second one.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await user.type(area, ' Please hurry.')
  expect(area).toHaveProperty('value', 'The second one.')
  arrive()
  await screen.findByText('Your message was sent')
  await user.type(area, 'Thanks.')
  expect(area).toHaveProperty('value', 'Thanks.')
})

test('a form that was left and opened again knows that its message is on its way', async () => {
  const user = renderAsPlayer('/support')
  const { refuse } = slowly()
  const area = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Your message' })
  const reopen = () => {
    cleanup()
    renderAsPlayer('/support')
  }
  await user.type(await area(), 'My round was odd.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  reopen()
  expect(await area()).toMatchObject({ value: 'My round was odd.', readOnly: true })
  expect(isOff(screen.getByRole('button', { name: 'Send' }))).toBe(true)
  refuse('Please wait a minute')
  await screen.findByText('Please wait a minute')
  reopen()
  await screen.findByText('Please wait a minute')
  const { arrive } = slowly()
  await user.click(screen.getByRole('button', { name: 'Send' }))
  reopen()
  expect((await area()).readOnly).toBe(true)
  arrive()
  await screen.findByText('Your message was sent')
  await waitFor(async () => expect(await area()).toMatchObject({ value: '', readOnly: false }))
})

test('the answer to a message of a player who has logged out meanwhile is not shown', async () => {
  const user = renderAsPlayer('/support')
  const { arrive } = slowly()
  await user.type(await screen.findByLabelText('Your message'), 'My round was odd.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await act(() => logOut())
  await screen.findByText(/^Write to us without an account/)
  await act(async () => arrive())
  expect(screen.queryByText('Your message was sent')).toBeNull()
})

test('a message waits until its picture is drawn', async () => {
  const drawn = Promise.withResolvers<ImageBitmap>()
  const { createImageBitmap: real } = globalThis
  vi.stubGlobal('createImageBitmap', () => drawn.promise)
  onTestFinished(() => void vi.stubGlobal('createImageBitmap', real))
  const user = renderAsPlayer('/support')
  const send = await screen.findByRole('button', { name: 'Send' })
  const picture = new File(['x'], 'a.png', { type: 'image/png' })
  await user.upload(screen.getByLabelText('Picture'), picture)
  expect(isOff(send)).toBe(true)
  drawn.reject(new Error('no picture'))
  await screen.findByText('Please choose a PNG, JPEG or WebP picture')
  await waitFor(() => expect(isOff(send)).toBe(false))
})

test('a case of another is not there', async () => {
  const missing = Response.json({ Status: false, Message: 'Not found' }, { status: 404 })
  renderAsPlayer('/support?case=654321', { supportThread: missing })
  await screen.findByText('There is no such case')
})

test('a visitor writes with an address, and hears the number', async () => {
  const user = renderAsVisitor('/support', { supportVisitor: { Data: { case: 123456 } } })
  await user.type(await screen.findByLabelText('Your email address'), 'nowhere')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText('Please enter a valid email address')
  screen.getByText('Please write what it is about')
  expect(document.activeElement).toBe(screen.getByLabelText('Your email address'))
  await user.clear(screen.getByLabelText('Your email address'))
  await user.type(screen.getByLabelText('Your email address'), `${player.mobile}@example.com`)
  await user.type(screen.getByLabelText('Your message'), 'I am frozen out.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  const said = await screen.findByText(/^Your case number is/)
  expect(said.textContent).toBe('Your case number is 123456. The answer comes by mail.')
  expect(document.activeElement).toBe(said)
  expect(callsOf('supportVisitor').map(({ body }) => body)).toEqual([
    { Email_Id: `${player.mobile}@example.com`, text: 'I am frozen out.' },
  ])
})

test('what a visitor has written is kept until it is sent', async () => {
  const email = () => screen.findByLabelText('Your email address')
  const text = () => screen.findByLabelText('Your message')
  const user = renderAsVisitor('/support', { supportVisitor: { Data: { case: 123456 } } })
  await user.type(await email(), 'm@example.com')
  await user.type(await text(), 'I am frozen out.')
  // A player logs in from another tab, and that session ends.
  act(() => startSession({ id: player.userID, name: player.name, mobile: player.mobile }))
  expect(await text()).toHaveProperty('value', '')
  cleanup()
  localStorage.removeItem('userGame')
  renderAsVisitor('/support')
  expect(await email()).toHaveProperty('value', 'm@example.com')
  expect(await text()).toHaveProperty('value', 'I am frozen out.')
  await user.click(screen.getByRole('button', { name: 'Send' }))
  await screen.findByText(/^Your case number is/)
  cleanup()
  renderAsVisitor('/support')
  expect(await text()).toHaveProperty('value', '')
})

test('what was written outlives the screen, until its player logs out', async () => {
  const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
  const user = renderAsPlayer('/support')
  await user.type(await field('Your message'), 'I sent it twice.')
  await user.type(await field('Transaction Hash'), '0xabc')
  // The session ends, and the log-in leads back.
  cleanup()
  localStorage.removeItem('userGame')
  renderAsVisitor('/support')
  await screen.findByText(/^You were logged out\. What you wrote is kept/)
  expect((await field('Your message')).value).toBe('')
  cleanup()
  renderAsPlayer('/support')
  expect((await field('Your message')).value).toBe('I sent it twice.')
  expect((await field('Transaction Hash')).value).toBe('0xabc')
  cleanup()
  localStorage.setItem('userGame', JSON.stringify({ ...player, userID: player.userID + 1 }))
  renderAsVisitor('/support')
  expect((await field('Your message')).value).toBe('')
  cleanup()
  await logOut()
  renderAsVisitor('/support')
  await screen.findByText(/^Write to us without an account/)
  cleanup()
  renderAsPlayer('/support')
  expect((await field('Your message')).value).toBe('')
  expect((await field('Transaction Hash')).value).toBe('')
})

test('a report that is refused says why, and one that was sent leaves no draft', async () => {
  const user = renderAsPlayer('/support', { insertLogs: refused('Please wait a day') })
  const hash = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Transaction Hash' })
  await user.type(await hash(), `0x${'a1'.repeat(32)}`)
  await user.type(screen.getByLabelText('Amount'), '12.5')
  await user.selectOptions(screen.getByLabelText('Transaction Type'), 'Deposit')
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByText('Some error occured')
  await screen.findByText('Please wait a day')
  answerCalls({ insertLogs: { Data: { case: 123456 } } })
  await user.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByText(/^Your case number is/)
  cleanup()
  renderAsPlayer('/support')
  expect((await hash()).value).toBe('')
})
