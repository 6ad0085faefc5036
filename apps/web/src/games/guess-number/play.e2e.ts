import { evenOrOdd } from '../../../../../e2e/support/even-or-odd.ts'
import type { RoundInBrowser } from '../../../../../e2e/support/play-round.ts'

export const round: RoundInBrowser = {
  demoText: 'Play money 50 of 50',
  async play(page, press) {
    await evenOrOdd(page).focus()
    await page.keyboard.press('Space')
    await press(page, 'Draw the number')
  },
}
