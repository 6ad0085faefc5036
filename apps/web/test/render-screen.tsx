import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { App } from '../src/app.tsx'
import { newPlayer, player } from './answers.ts'
import { answerCalls, type Fate } from './server.ts'

/** Where the router is, for `address`. */
let here = ''

function Address() {
  const { pathname, search } = useLocation()
  here = pathname + search
  return null
}

/** The path and the query of the screen that is shown. */
export const address = (): string => here

type Answers = Readonly<Record<string, Fate>>

/** The whole app at a path, as a visitor sees it. */
export function renderAsVisitor(path: string, answers: Answers = {}) {
  answerCalls({ ...newPlayer, ...answers })
  const user = userEvent.setup()
  const { unmount } = render(
    <MemoryRouter initialEntries={[path]}>
      <App />
      <Address />
    </MemoryRouter>,
  )
  return { user, unmount }
}

/** The whole app at a path, as a player sees it who is logged in. */
export function renderAsPlayer(path: string, answers: Answers = {}) {
  localStorage.setItem('userGame', JSON.stringify(player))
  return renderAsVisitor(path, answers)
}
