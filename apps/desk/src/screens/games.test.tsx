import { type GameRound, listGameRounds } from '@pipkin/contract/desk'
import { hundredths } from '@pipkin/money'
import { expect, test } from 'vitest'
import { answered, labelsOf, shownAt } from '../parts/in-tests.tsx'
import { GameRounds } from './games.tsx'

const round = (transaction: string, replay: string | null): GameRound => ({
  transaction,
  game: 3,
  player: 10_000_001,
  placedAt: new Date('2026-11-22T12:00:00Z'),
  settledAt: replay === null ? null : new Date('2026-11-22T12:00:05Z'),
  stake: hundredths(1_000n),
  payout: replay === null ? null : hundredths(2_000n),
  status: replay === null ? 'pending' : 'win',
  rulesHash: 'ab'.repeat(32),
  replay,
})

test('who sees rounds but no players comes from each to its replay, once it has ended', () => {
  const shown = shownAt(
    '/games/all/rounds',
    <GameRounds maySee={false} />,
    answered(
      listGameRounds,
      { of: 'placed', span: 'all', limit: 50 },
      {
        rounds: [round('ended', 'https://pipkin.example/rounds/ended'), round('open', null)],
        next: null,
      },
    ),
  )
  expect(labelsOf('a', shown)).toEqual(['Games', 'ended'])
  expect(shown).toContain('href="https://pipkin.example/rounds/ended"')
})
