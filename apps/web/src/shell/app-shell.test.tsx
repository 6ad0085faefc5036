import { act, render, screen } from '@testing-library/react'
import { BrowserRouter } from 'react-router'
import { expect, test } from 'vitest'
import { toast } from '../ui/toasts.ts'
import { AppShell } from './app-shell.tsx'
import { profileAsks } from './profile.ts'

let renders = 0

function Counted() {
  renders += 1
  return <h1>Here</h1>
}

test('what the server asks of a player, and a toast, render no screen again', () => {
  const route = { path: '/', title: 'Here', screen: Counted, load: async () => [] }
  history.replaceState(null, '', '/')
  render(
    <BrowserRouter>
      <AppShell routes={[route]} />
    </BrowserRouter>,
  )
  const before = renders
  expect(before).toBeGreaterThan(0)
  act(() => profileAsks.set({ idleMinutes: 7 }))
  act(() => toast.success('Saved'))
  expect(screen.getByText('Saved')).toBeTruthy()
  expect(renders).toBe(before)
  profileAsks.set({})
})
