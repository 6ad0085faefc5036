/** What every component test starts from: an empty browser, and the parts that jsdom lacks. */
import { cleanup, configure } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { playerLeft } from '../src/api/session-signals.ts'
import { forgetDraft } from '../src/screens/sign-up/draft.ts'
import { followSession } from '../src/shell/session.ts'
import './run-effects.ts'
import { addSavedFiles, forgetSavedFiles } from './saved-files.ts'
import { closeServer, openServer } from './server.ts'

/** The server sends no events in component tests; the journeys cover them. */
class SilentEventSource extends EventTarget {
  static readonly CLOSED = 2
  readonly readyState = 1
  close() {}
}

type InSight = (entries: readonly { readonly isIntersecting: boolean }[]) => void

/** Every list's end is in sight as soon as it is watched. */
class EverythingInSight {
  #watches = true
  readonly #inSight: InSight
  constructor(inSight: InSight) {
    this.#inSight = inSight
  }
  observe() {
    queueMicrotask(() => {
      if (this.#watches) this.#inSight([{ isIntersecting: true }])
    })
  }
  disconnect() {
    this.#watches = false
  }
}

/** A phone in light colours: no query matches. */
const noMatch = (media: string) => Object.assign(new EventTarget(), { media, matches: false })

/**
 * No stylesheet is loaded: an inline style or `hidden` is all that hides an element. jsdom's own
 * answer compares each element with each rule of the browser's stylesheet: ten times as slow.
 */
const unhidden = getComputedStyle(document.createElement('div'))
const inline = getComputedStyle(document.createElement('span'))
const away = getComputedStyle(Object.assign(document.createElement('div'), { hidden: true }))
const isInline = /^(a|b|code|em|i|label|mark|small|span|strong|sub|sup)$/i
function styleOf(element: HTMLElement, pseudo?: string | null): CSSStyleDeclaration {
  if (pseudo) return inline
  if (element.hidden) return away
  if (element.hasAttribute('style')) return element.style
  return isInline.test(element.localName) ? inline : unhidden
}
// jsdom has a Uint8Array of its own, which no Buffer is one of.
vi.stubGlobal('Uint8Array', Object.getPrototypeOf(Buffer))
vi.stubGlobal('getComputedStyle', styleOf)
vi.stubGlobal('matchMedia', noMatch)
vi.stubGlobal('scrollTo', () => {})
Element.prototype.scrollIntoView = () => {}
Element.prototype.getAnimations = () => []
// A closed dialog returns the focus at once, and fires its event a moment later.
const focusedBefore = new WeakMap<HTMLDialogElement, Element | null>()
HTMLDialogElement.prototype.showModal = function showModal() {
  focusedBefore.set(this, document.activeElement)
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  if (!this.open) return
  this.open = false
  const before = focusedBefore.get(this)
  if (before instanceof HTMLElement) before.focus()
  queueMicrotask(() => this.dispatchEvent(new Event('close')))
}
vi.stubGlobal('EventSource', SilentEventSource)
addSavedFiles()
vi.stubGlobal('IntersectionObserver', EverythingInSight)
// A failed query's error has only its message, not the whole document.
configure({ asyncUtilTimeout: 100_000, getElementError: (message) => new Error(message ?? '') })

// As `main.tsx` does.
followSession()
window.onpopstate = () => {}

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  openServer()
})

afterEach(() => {
  vi.useRealTimers()
  // Toasts outlive their screen.
  for (const button of document.querySelectorAll<HTMLElement>('[aria-label=Dismiss]'))
    button.click()
  // Another tab has logged out: the app forgets all that it has read.
  localStorage.clear()
  dispatchEvent(new StorageEvent('storage', { key: null }))
  cleanup()
  document.body.replaceChildren()
  // Kept in memory: test files share the page.
  playerLeft.emit()
  forgetDraft()
  forgetSavedFiles()
  closeServer()
})
