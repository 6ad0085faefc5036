import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { balances, games } from '../../../test/answers.ts'
import { renderAsPlayer } from '../../../test/render-screen.tsx'
import { answerCalls, callsOf } from '../../../test/server.ts'
import { tryAgain } from '../../ui/states.tsx'

const answers = {
  gameList: { Data: games },
  openRounds: { Data: [] },
  WalletListByUserId: balances(0),
}

test.each(Object.entries(answers))(
  'home says that %s can’t be read, asks for it a few times and shows the rest',
  async (call, answer) => {
    const user = renderAsPlayer('/', { ...answers, [call]: 'down' })
    await screen.findByRole('heading', { name: /popular games/i })
    expect(await screen.findAllByText(tryAgain)).not.toEqual([])
    expect(callsOf(call).length).toBeLessThan(8)
    answerCalls({ [call]: answer })
    for (const retry of screen.getAllByRole('button', { name: 'Retry' })) await user.click(retry)
    await screen.findByRole('heading', { name: 'Start with a deposit, or try for free' })
    await waitFor(() => expect(screen.queryByText(tryAgain)).toBeNull())
  },
)

test('where no answer comes home says so once, and one press reads it all', async () => {
  const all = { ...answers, mostpopular: { Data: games } }
  const down = [...Object.keys(all), 'getTop10Players', 'getTop3Winners']
  const user = renderAsPlayer('/', Object.fromEntries(down.map((call) => [call, 'down'])))
  await screen.findByRole('alert')
  screen.getByRole('region', { name: 'News' })
  expect(screen.getAllByText(tryAgain)).toHaveLength(1)
  // What is below would say it too, a moment later.
  expect(screen.queryByRole('heading', { name: /popular games/i })).toBeNull()
  answerCalls({ ...all, getTop10Players: { Data: [] }, getTop3Winners: { Data: [] } })
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('heading', { name: /popular games/i })
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
})
