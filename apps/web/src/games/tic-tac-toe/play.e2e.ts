import { expect } from '@playwright/test'
import type { RoundInBrowser } from '../../../../../e2e/support/play-round.ts'

export const round: RoundInBrowser = {
  demoText: 'Play money 100 of 100',
  async play(page, press) {
    // Each X waits for the computer's O; five are the most that a round takes.
    const empty = page.getByRole('button', { name: /, empty$/, disabled: false })
    const playAgain = page.getByRole('button', { name: 'Play Again' })
    for (let marks = 0; marks < 5; marks += 1) {
      await expect(empty.first().or(playAgain)).toBeVisible()
      if (await playAgain.isVisible()) return
      const before = await empty.count()
      await press(page, /, empty$/)
      await expect
        .poll(
          async () =>
            (await playAgain.isVisible()) ||
            (await page.getByRole('button', { name: /, empty$/ }).count()) <= before - 2,
        )
        .toBe(true)
    }
  },
  async begin(page, press) {
    await press(page, 'Row 2, column 2, empty')
    await expect(page.getByRole('button', { name: /, O$/ })).toHaveCount(1)
  },
}
