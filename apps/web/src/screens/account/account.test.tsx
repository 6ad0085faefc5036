import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
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
