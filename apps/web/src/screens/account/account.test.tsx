import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { player, profile } from '../../../test/answers.ts'
import { renderAsPlayer } from '../../../test/render-screen.tsx'

test('the words beside the switch turn the dark mode on and off, too', async () => {
  const user = renderAsPlayer('/account')
  const toggle = await screen.findByRole('switch', { name: 'Dark Mode' })
  for (const [words, after] of [
    ['Dark Mode', 'true'],
    ['Light Mode', 'false'],
  ] as const) {
    await user.click(screen.getByText(words))
    expect(toggle.getAttribute('aria-checked')).toBe(after)
  }
})

test('a name that was changed on another device is this one’s, too', async () => {
  renderAsPlayer('/account', { userList: profile({ Name: 'Meera Menon' }) })
  await screen.findByRole('heading', { level: 1, name: 'Meera Menon' })
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem('userGame') ?? '{}')).toEqual({
      ...player,
      name: 'Meera Menon',
    }),
  )
})
