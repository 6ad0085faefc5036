import { expect } from '@playwright/test'
import type { RoundInBrowser } from '../../../../../e2e/support/play-round.ts'

export const round: RoundInBrowser = {
  demoText: 'Play money 100 of 100',
  async play(page, press) {
    await press(page, 'Row 3, column 3, hidden')
    const mine = page.getByRole('button', { name: 'Row 3, column 3, mine' })
    const safe = page.getByRole('button', { name: /^Row 3, column 3, [\d.]+ times$/ })
    await expect(mine.or(safe)).toBeVisible()
    if (await safe.isVisible()) await press(page, 'Cash Out')
  },
  async begin(page, press) {
    await press(page, 'Row 1, column 1, hidden')
    await expect(page.getByRole('button', { name: /^Row 1, column 1, hidden$/ })).toHaveCount(0)
  },
  finish: (page, press) => press(page, 'Cash Out'),
}
