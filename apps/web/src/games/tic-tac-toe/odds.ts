import type { Game } from '@pipkin/contract'
import { timesText } from '@pipkin/games'
import type { TicTacToeRules } from '@pipkin/games/tic-tac-toe'
import type { Odds } from '../bet/odds-panel.tsx'
import { bestPlayLines, bestPlaySentences, returnText } from '../bet/odds-text.ts'
import { opponentInWords } from './opponent.ts'

/** How the solver calls other ways of playing, and how they are called here. */
const ways: Readonly<Record<string, string>> = {
  'takes wins, blocks, else plays anywhere': 'casual play',
  'plays anywhere': 'random play',
}

export function ticTacToeOdds(rules: TicTacToeRules, returns: Game['returns'] | null): Odds {
  const others = (returns?.strategies ?? [])
    .filter(({ name }) => name !== 'best play')
    .map((one) => ({
      label: `Return, ${ways[one.name] ?? one.name}`,
      value: returnText(one.return),
    }))
  return {
    lines: [
      { label: 'A win returns', value: timesText(rules.winPays) },
      { label: 'A tie returns', value: timesText(rules.tiePays) },
      ...bestPlayLines(returns),
      ...others.slice(0, 1),
    ],
    more: others.slice(1),
    sentences: [...bestPlaySentences(returns), opponentInWords(rules).short],
  }
}
