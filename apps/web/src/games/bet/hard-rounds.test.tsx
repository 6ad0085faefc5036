import { rulesHash, toHex } from '@pipkin/games'
import { ticTacToeRules } from '@pipkin/games/tic-tac-toe'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { balances, games } from '../../../test/answers.ts'
import { isOff, renderAsPlayer } from '../../../test/render-screen.tsx'
import { answerCalls, callsOf, refused } from '../../../test/server.ts'

/** The bet sheet of a game whose budget of losses may be used up. */

const hardRules = { ...ticTacToeRules, winPercentage: 0 }
const returns = (best: number) => ({
  best,
  bestPlay: 'never lose.',
  strategies: [{ name: 'best play', return: best }],
})
const ordinary = { Rules: ticTacToeRules, Returns: returns(1049 / 960), WinPercentage: 10 }
const hard = { Rules: hardRules, Returns: returns(1), WinPercentage: 0 }
const turn = (now: typeof ordinary, other: typeof ordinary, until: string | null) => ({
  Data: games.map((game) =>
    game.Id === 4
      ? {
          ...game,
          ...now,
          Hard_Until: until,
          Other_Rules: { rules: other.Rules, returns: other.Returns },
        }
      : game,
  ),
})
const onOrdinary = turn(ordinary, hard, null)
const onHard = turn(hard, ordinary, '2026-11-23T00:00:00.000Z')
const notice = /Every round is hard now, until 00:00 UTC at the latest/

async function sheetAt(gameList: object, more: object = {}) {
  const user = renderAsPlayer('/games/tic-tac-toe', {
    WalletListByUserId: balances(100),
    gameList,
    ...more,
  })
  const sheet = within(await screen.findByRole('dialog', { name: 'Place your bet' }))
  const button = sheet.getByRole('button', { name: 'Bet 5 fkr' })
  await waitFor(() => expect(isOff(button)).toBe(false))
  return { user, sheet, button }
}

test('by the ordinary rules the bet sheet shows their odds, without the notice of hard rounds', async () => {
  const { sheet } = await sheetAt(onOrdinary)
  expect(sheet.getByText(/^109\.27/)).toBeTruthy()
  expect(sheet.queryByText(notice)).toBeNull()
})

test('once the budget is used up the bet sheet says that every round is hard, with their odds', async () => {
  const { sheet } = await sheetAt(onHard)
  expect(sheet.getByText(notice)).toBeTruthy()
  expect(sheet.getByText(/^100\s%/)).toBeTruthy()
  expect(sheet.getByText('Every round is played by the perfect computer.')).toBeTruthy()
})

test('rules that changed since they were read: the bet takes nothing, and the sheet shows the new ones', async () => {
  const { user, sheet, button } = await sheetAt(onOrdinary, {
    addTransaction: {
      ...refused('The rules have changed'),
      code: 'rulesChanged',
      Data: hardRules,
    },
  })
  answerCalls({ gameList: onHard })
  await user.click(button)
  expect(await sheet.findByText(notice)).toBeTruthy()
  expect(sheet.getByText('The rules have changed')).toBeTruthy()
  expect(
    callsOf('addTransaction').map(({ body }) => Reflect.get(Object(body), 'Rules_Hash')),
  ).toEqual([toHex(rulesHash(ticTacToeRules))])
  // The next press bets by what is shown now.
  await user.click(button)
  await waitFor(() => expect(callsOf('addTransaction')).toHaveLength(2))
  expect(Reflect.get(Object(callsOf('addTransaction')[1]?.body), 'Rules_Hash')).toBe(
    toHex(rulesHash(hardRules)),
  )
})
