import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAsPlayer } from '../../../test/render-screen.tsx'

const row = (id: number, name: string, state: string, deposited: number, played: number) => ({
  referral_id: id,
  level: 1,
  referred_user_name: name,
  referrer_name: 'Meera N.',
  locked: state !== 'unlocked',
  reward: { state, deposited, played },
  total_money_referred: 100,
})

test("each friend's reward says what becomes of it, and what a locked one waits for", async () => {
  renderAsPlayer('/account/level-earning', {
    'level-earning': {
      referralLinks: [
        row(1, 'Joel O.', 'locked', 100, 25),
        row(2, 'Asha P.', 'waiting', 100, 100),
        row(3, 'Ravi D.', 'unlocked', 100, 100),
        row(4, 'Devi K.', 'refused', 100, 100),
      ],
      Levels: [{ level: 1, reward: 100, friends: 4, earned: 400 }],
    },
  })
  await screen.findByText('Joel O.')
  for (const word of ['Locked', 'Waiting', 'Unlocked', 'Refused'])
    expect(screen.getAllByText(word).length).toBeGreaterThan(0)
  const bars = screen.getAllByRole('progressbar')
  expect(bars.map((bar) => [bar.getAttribute('aria-label'), bar.getAttribute('value')])).toEqual([
    ['Deposit', '100'],
    ['Play', '25'],
  ])
  expect(screen.getByText('over 25 %')).toBeDefined()
  expect(screen.getByText('We check it before it unlocks.')).toBeDefined()
  // Beside the bars, all that they are about.
  await screen.findByText(/^Locked referral money unlocks after your friend deposits 500 and plays/)
  screen.getByText(/fees have earned us .* We also review some rewards first\. Play is the smaller/)
})
