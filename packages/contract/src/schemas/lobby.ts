import { listGames, listPopularGames } from '../lobby.ts'
import { listTopPlayers, listTopWinners } from '../rankings.ts'
import { spec } from './spec.ts'

export const lobby = {
  listGames: spec(listGames, {
    summary: 'The games with their settings, rules and exact returns',
    session: 'none',
    refusals: [],
  }),
  listPopularGames: spec(listPopularGames, {
    summary: 'The games by their rounds of the last 7 days, then as in the catalogue',
    session: 'none',
    refusals: [],
  }),
  listTopPlayers: spec(listTopPlayers, {
    summary:
      'The ten players with the highest sum of credited winnings, of all time; at most 5 s old',
    session: 'none',
    refusals: [],
  }),
  listTopWinners: spec(listTopWinners, {
    summary: 'The three largest single returns of the last 7 days',
    session: 'none',
    refusals: [],
  }),
}
