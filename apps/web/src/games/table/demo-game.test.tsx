import { minesRules } from '@pipkin/games/mines'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { games } from '../../../test/answers.ts'
import { isOff, renderAsPlayer } from '../../../test/render-screen.tsx'

/** Demos play by the rules of the real games, and say so. */

/** The demo's notice once it says this. */
const says = (text: string) =>
  screen.findByText((_, element) =>
    element?.tagName === 'P' && element.textContent.startsWith('Demo: play money only.')
      ? element.textContent.includes(text)
      : false,
  )

/** The games as the server lists them, one with other rules. */
const listed = (game: string, more: object) => ({
  gameList: {
    Data: games.map((one) =>
      one.Rules.game === game ? { ...one, Rules: { ...one.Rules, ...more } } : one,
    ),
  },
})

describe.each(['guess-number', 'slot-machine', 'tic-tac-toe'])('the demo of %s', (game) => {
  test('says that it plays by the real game’s rules', async () => {
    renderAsPlayer(`/demo-games/${game}`)
    await says('Its rules are those of the real game.')
  })

  test('says that it plays by the usual rules where it can’t read them', async () => {
    renderAsPlayer(`/demo-games/${game}`, { gameList: 'down' })
    await says('Its rules are the usual ones.')
  })
})

describe('the demo of Mines', () => {
  test('says exactly in what it differs from the rules in force', async () => {
    renderAsPlayer('/demo-games/mines')
    await says(
      'Its rules are those of the real game, but its flowers pay 0.5×, 1× or 1.5× instead of 0.5×, 1× or 2.5×.',
    )
  })

  test('has the mines of the rules in force, also where the operator has changed them', async () => {
    const changed = {
      winPercentage: 90,
      mines: 5,
      multipliers: [
        [30, 10],
        [80, 6],
        [200, 4],
      ],
    }
    renderAsPlayer('/demo-games/mines', listed('mines', changed))
    await says('instead of 0.3×, 0.8× or 2×.')
    const sheet = within(await screen.findByRole('dialog', { name: 'Place your bet' }))
    // 20 of 25 tiles are safe, in nine rounds of ten.
    expect(await sheet.findByText(/^72/)).toBeTruthy()
    expect(sheet.getByText('1 round in 10 is hard: there all 25 tiles are mines.')).toBeTruthy()
  })

  test('is the real game where the operator gives it the multipliers of the demo', async () => {
    const multipliers = [
      [50, 4],
      [100, 7],
      [150, 4],
    ]
    expect(minesRules.multipliers).not.toEqual(multipliers)
    renderAsPlayer('/demo-games/mines', listed('mines', { multipliers }))
    await says('Its rules are those of the real game.')
  })
})

test('in the demo of Tic-Tac-Toe a player who hears the screen learns where O went', async () => {
  const user = renderAsPlayer('/demo-games/tic-tac-toe')
  const bet = await screen.findByRole('button', { name: 'Bet 5 play money' })
  await waitFor(() => expect(isOff(bet)).toBe(false))
  await user.click(bet)
  await screen.findByText('Your turn, 9 empty cells.')
  const places = (mark: string) =>
    screen
      .getAllByRole('button', { name: new RegExp(`^Row .*, ${mark}$`) })
      .map((cell) => cell.getAttribute('aria-label')?.replace(`, ${mark}`, '').toLowerCase())
  await user.click(screen.getByRole('button', { name: 'Row 1, column 1, empty' }))
  await screen.findByText(/Your turn, 7 empty cells\.$/)
  const first = places('O')
  screen.getByText(`O took ${first[0]}. Your turn, 7 empty cells.`)

  const [cell] = screen.getAllByRole('button', { name: /^Row .*, empty$/ })
  if (cell) await user.click(cell)
  await screen.findByText(/Your turn, 5 empty cells\.$/)
  const [second] = places('O').filter((place) => !first.includes(place))
  screen.getByText(`O took ${second}. Your turn, 5 empty cells.`)
})
