import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { keepForms } from '../build/keep-forms.ts'

beforeEach(() => void vi.useFakeTimers())

/** A page of its own that has run this script, with a form on it. */
function openPage() {
  const frame = document.body.appendChild(document.createElement('iframe'))
  onTestFinished(() => frame.remove())
  const page = frame.contentDocument
  if (!page || !frame.contentWindow) throw new Error('the frame has no page')
  Object.assign(frame.contentWindow, { setTimeout, clearTimeout })
  page.body.append(Object.assign(page.createElement('script'), { textContent: keepForms }))
  const form = page.body.appendChild(page.createElement('form'))
  /** Whether the browser was kept from sending the form. */
  const press = () => {
    const submit = new Event('submit', { bubbles: true, cancelable: true })
    form.dispatchEvent(submit)
    return submit.defaultPrevented
  }
  /** The app's scripts have come. Answers how often they were given the form. */
  const take = () => {
    const taken = vi.fn((event: Event) => event.preventDefault())
    page.body.addEventListener('submit', taken)
    return taken
  }
  return { press, take }
}

test('SERVED-10 a form that nothing takes is kept from the browser, and is sent once when something does', () => {
  const { press, take } = openPage()
  expect(press()).toBe(true)
  vi.advanceTimersByTime(5_000)
  expect(press()).toBe(true)
  const taken = take()
  vi.advanceTimersByTime(5_000)
  expect(taken).toHaveBeenCalledTimes(1)
})

test('a form that the app takes is its own', () => {
  const { press, take } = openPage()
  const taken = take()
  press()
  vi.advanceTimersByTime(5_000)
  expect(taken).toHaveBeenCalledTimes(1)
})

test('a form that is pressed again as the app takes it is sent once', () => {
  const { press, take } = openPage()
  press()
  const taken = take()
  vi.advanceTimersByTime(50)
  press()
  vi.advanceTimersByTime(5_000)
  expect(taken).toHaveBeenCalledTimes(1)
})
