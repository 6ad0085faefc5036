import type { RoundInBrowser } from '../../../../../e2e/support/play-round.ts'

export const round: RoundInBrowser = {
  demoText: 'Play money 100 of 100',
  play: (page, press) => press(page, 'Heads'),
}
