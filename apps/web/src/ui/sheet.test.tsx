import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useEffect, useRef, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { useStore } from '../browser/listeners.ts'
import { overlay } from './overlay.ts'
import { Sheet } from './sheet.tsx'
import { toast } from './toasts.ts'

/** A sheet of the browser's own dialog: what it does beside what the browser does. */

/** A screen with a sheet, and in that sheet a form that opens another. */
function Screen({ onClose, keep }: { onClose?: () => void; keep?: boolean }) {
  const [lower, setLower] = useState(false)
  const [upper, setUpper] = useState(false)
  const last = useRef<HTMLButtonElement>(null)
  const above = useStore(overlay)
  return (
    <>
      <button type="button" onClick={() => setLower(true)}>
        Open
      </button>
      <button type="button" ref={last}>
        Last
      </button>
      <Sheet
        open={lower}
        title="Lower"
        finalFocus={last}
        onClose={() => {
          onClose?.()
          if (!keep) setLower(false)
        }}
      >
        <input aria-label="Text" />
        <button type="button" onClick={() => setUpper(true)}>
          More
        </button>
        <Sheet open={upper} title="Upper" onClose={() => setUpper(false)}>
          <p>Above</p>
        </Sheet>
      </Sheet>
      {above && <above.Content />}
    </>
  )
}

async function open(props: Parameters<typeof Screen>[0] = {}) {
  const user = userEvent.setup({ delay: null })
  render(<Screen {...props} />)
  await user.click(screen.getByRole('button', { name: 'Open' }))
  return { user, sheet: await screen.findByRole<HTMLDialogElement>('dialog', { name: 'Lower' }) }
}
const gone = (name: string) =>
  waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull())

test('Esc closes the uppermost sheet alone, also one that another has opened', async () => {
  const { user, sheet } = await open()
  await user.click(within(sheet).getByRole('button', { name: 'More' }))
  await screen.findByRole('dialog', { name: 'Upper' })
  await user.keyboard('{Escape}')
  await gone('Upper')
  expect(sheet.open).toBe(true)
  await user.keyboard('{Escape}')
  await gone('Lower')
})

/** Takes the focus as it appears, and says whether it was too early. */
function Code() {
  const field = useRef<HTMLInputElement>(null)
  const [wasOpen, setWasOpen] = useState<boolean>()
  useEffect(() => {
    setWasOpen(field.current?.closest('dialog')?.open)
    field.current?.focus()
  }, [])
  return <input ref={field} aria-label={wasOpen ? 'Code' : 'Too early'} />
}

test('what it shows finds it open and may take the focus, also in an effect', async () => {
  render(
    <Sheet open title="Confirm" onClose={() => undefined}>
      <Code />
    </Sheet>,
  )
  expect(document.activeElement).toBe(await screen.findByLabelText('Code'))
})

test('Esc that ends the choice of a letter leaves the sheet open', async () => {
  const onClose = vi.fn()
  const { sheet } = await open({ onClose })
  const field = within(sheet).getByLabelText('Text')
  // Not prevented, the browser would ask to close it as well.
  for (const ofLetters of [{ isComposing: true }, { keyCode: 229 }])
    expect(fireEvent.keyDown(field, { key: 'Escape', ...ofLetters })).toBe(false)
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('a press beside it closes it, and none that begins or ends in it', async () => {
  const onClose = vi.fn()
  const { sheet } = await open({ onClose, keep: true })
  const inside = within(sheet).getByLabelText('Text')
  // A click goes to what holds both ends of a press.
  for (const [down, up] of [
    [inside, sheet],
    [sheet, inside],
  ] as const) {
    fireEvent.pointerDown(down)
    fireEvent.pointerUp(up)
    fireEvent.click(sheet)
  }
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.pointerDown(sheet)
  fireEvent.pointerUp(sheet)
  fireEvent.click(sheet)
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('what the browser asks or has done says the same: the sheet closes, or opens again', async () => {
  const onClose = vi.fn()
  const { sheet } = await open({ onClose, keep: true })
  expect(fireEvent(sheet, new Event('cancel', { cancelable: true }))).toBe(false)
  expect(onClose).toHaveBeenCalledTimes(1)
  // Asked for twice, a phone's browser closes it without asking.
  await act(async () => sheet.close())
  expect(onClose).toHaveBeenCalledTimes(2)
  expect(sheet.open).toBe(true)
})

test('what something in it cancels, such as a choice of a file, leaves it open', async () => {
  const onClose = vi.fn()
  const { sheet } = await open({ onClose })
  const cancel = new Event('cancel', { bubbles: true, cancelable: true })
  expect(fireEvent(within(sheet).getByLabelText('Text'), cancel)).toBe(true)
  expect(onClose).not.toHaveBeenCalled()
})

test('the focus that is lost comes back: backwards to the last control', async () => {
  const { sheet } = await open()
  const panel = document.activeElement
  const lose = async () => {
    await act(
      async () => document.activeElement instanceof HTMLElement && document.activeElement.blur(),
    )
  }
  await lose()
  expect(document.activeElement).toBe(panel)
  fireEvent.keyDown(sheet, { key: 'Tab', shiftKey: true })
  await lose()
  expect(document.activeElement).toBe(within(sheet).getByRole('button', { name: 'More' }))
  fireEvent.keyUp(sheet, { key: 'Tab', shiftKey: true })
  // The focus is lost also with a toast that had it, which React renders elsewhere.
  act(() => toast.success('Done'))
  const dismiss = await within(sheet).findByRole('button', { name: 'Dismiss' })
  act(() => dismiss.focus())
  await lose()
  expect(document.activeElement).toBe(panel)
})

test('a toast comes into a sheet once that is open: in a closed one it would be gone', async () => {
  const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal')
  const user = userEvent.setup({ delay: null })
  render(<Screen />)
  act(() => toast.success('Done'))
  const shown = await screen.findByRole('status')
  const were: boolean[] = []
  showModal.mockImplementation(function (this: HTMLDialogElement) {
    were.push(this.contains(shown))
    this.open = true
  })
  await user.click(screen.getByRole('button', { name: 'Open' }))
  const sheet = await screen.findByRole('dialog', { name: 'Lower' })
  expect(were).toEqual([false])
  expect(sheet.contains(shown)).toBe(true)
  showModal.mockRestore()
})

test('afterwards the focus is where it belongs, and nothing of the sheet is left', async () => {
  const { user, sheet } = await open()
  expect(sheet.contains(document.activeElement)).toBe(true)
  await user.click(within(sheet).getByRole('button', { name: 'Close' }))
  await gone('Lower')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Last' }))
  await waitFor(() => expect(sheet.isConnected).toBe(false))
})

test('a toast is in the sheet, whose outside can’t be pressed, and stays when it closes', async () => {
  const { user, sheet } = await open()
  act(() => toast.success('Done'))
  const shown = await within(sheet).findByRole('status')
  await user.click(within(sheet).getByRole('button', { name: 'More' }))
  const upper = await screen.findByRole('dialog', { name: 'Upper' })
  // The same one, so that it isn't said again.
  expect(upper.contains(shown)).toBe(true)
  await user.keyboard('{Escape}')
  await gone('Upper')
  expect(sheet.contains(shown)).toBe(true)
  await user.keyboard('{Escape}')
  await gone('Lower')
  expect(shown.isConnected).toBe(true)
  expect(sheet.contains(shown)).toBe(false)
})

/** A sheet that closes by itself, as one whose code is right. */
function ClosesItself({ at, onClose }: { at: Promise<void>; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  useEffect(() => void at.then(() => setOpen(false)), [at])
  return (
    <Sheet open={isOpen} title="Code" onClose={onClose}>
      <p>Wait</p>
    </Sheet>
  )
}

test('the next Back after it has closed by itself leaves the screen', async () => {
  const [answer, onClose, leave] = [Promise.withResolvers<void>(), vi.fn(), vi.fn()]
  history.replaceState({ idx: 1 }, '')
  render(<ClosesItself at={answer.promise} onClose={onClose} />)
  const sheet = await screen.findByRole('dialog', { name: 'Code' })
  addEventListener('popstate', leave)
  sheet.addEventListener('close', () => {
    history.replaceState({ idx: 0 }, '')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  answer.resolve()
  await waitFor(() => expect(sheet.isConnected).toBe(false))
  expect(leave).toHaveBeenCalledOnce()
  expect(onClose).not.toHaveBeenCalled()
  removeEventListener('popstate', leave)
})
