import { type CaseThread, readCase } from '@pipkin/contract/desk'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { answered, shownAt, threadInTests } from '../parts/in-tests.tsx'
import { Case } from './case.tsx'

const visitors: CaseThread = {
  ...threadInTests,
  player: null,
  name: null,
  email: 'm•••@example.com',
  state: 'closed',
}
const shown = (changed: Partial<CaseThread> = {}) =>
  shownAt(
    '/cases/123456',
    <Routes>
      <Route path="/cases/:case" element={<Case operator={1} mayAnswer />} />
    </Routes>,
    answered(readCase, { case: 123_456 }, { ...visitors, ...changed }),
  )

test('who wrote a message, and what the next one does, are said of visitors and of players', () => {
  const ofVisitor = shown()
  expect(ofVisitor).toContain('Visitor, 2026-11-22 12:00 UTC')
  expect(ofVisitor).toContain('what the visitor writes next opens another')
  const ofPlayer = shown({ player: 10_000_001, name: 'Meera' })
  expect(ofPlayer).toContain('Player, 2026-11-22 12:00 UTC')
  expect(ofPlayer).toContain('the player can open it again by a message')
})

test('a visitor’s case that is answered waits for no player', () => {
  const page = shown({ state: 'waiting' })
  expect(page).toContain('answered')
  expect(page).not.toMatch(/player/i)
})
