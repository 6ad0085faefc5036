import { act, render } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import { BrowserRouter } from 'react-router'
import { onTestFinished } from 'vitest'
import { App } from '../src/app.tsx'
import { keepFocus } from '../src/ui/keep-focus.ts'
import { newPlayer, player } from './answers.ts'
import { answerCalls, type Fate } from './server.ts'

/** The path and the query of the screen that is shown. */
export const address = (): string => location.pathname + location.search

let hearMove: () => void = () => {}
// Added as the file is loaded, before a sheet's listener, which stops the event.
addEventListener('popstate', () => hearMove(), true)

/** Presses the browser's Back, and waits until it has gone there. */
export const goBack = () => act(() => move(() => history.back()))

export const goForward = () => act(() => move(() => history.forward()))

/** Back with a sheet open, which goes forward again. */
export const goBackInSheet = () =>
  act(async () => {
    await move(() => history.back())
    await move()
  })

function move(begin?: () => void): Promise<void> {
  const moved = new Promise<void>((resolve) => {
    hearMove = resolve
  })
  begin?.()
  return moved
}

/** Whether a control takes no press. Ours must keep the focus then, so they aren't `disabled`. */
export const isOff = (control: Element): boolean =>
  control.matches(':disabled, [aria-disabled=true]')

type Answers = Readonly<Record<string, Fate>>

/** The whole app at a path, as a visitor sees it. `answers` come before those to a new player. */
export function renderAsVisitor(path: string, answers: Answers = {}) {
  answerCalls({ ...newPlayer, ...answers })
  // An entry of its own: what was chosen in another test's is not kept here.
  history.replaceState({ key: crypto.randomUUID() }, '', path)
  // As `main.tsx` does.
  onTestFinished(keepFocus())
  // No stylesheet is loaded that could keep a press away.
  const pointerEventsCheck = PointerEventsCheckLevel.Never
  const user = userEvent.setup({ delay: null, pointerEventsCheck })
  render(
    <BrowserRouter>
      <App />
    </BrowserRouter>,
  )
  return user
}

/** The whole app at a path, as a logged-in player sees it. */
export function renderAsPlayer(path: string, answers: Answers = {}) {
  localStorage.setItem('userGame', JSON.stringify(player))
  return renderAsVisitor(path, answers)
}
