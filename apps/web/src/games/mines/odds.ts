import type { Game } from '@pipkin/contract'
import { timesText } from '@pipkin/games'
import type { MinesRules } from '@pipkin/games/mines'
import type { Odds } from '../bet/odds-panel.tsx'
import { anyOf, bestPlayLines, bestPlaySentences, hardShare, returnText } from '../bet/odds-text.ts'
import { safeChance } from './safe-chance.ts'

export function minesOdds(rules: MinesRules, returns: Game['returns'] | null): Odds {
  const hard = hardShare(rules.winPercentage)
  return {
    lines: [
      { label: 'First tile safe', value: safeChance(rules, 0).words },
      {
        label: 'A safe tile adds',
        value: anyOf(rules.multipliers.map(([multiplier]) => timesText(multiplier))),
      },
      ...bestPlayLines(returns),
    ],
    more: (returns?.strategies ?? [])
      .filter(({ name }) => name !== 'best play')
      .map((strategy) => ({
        label: `Return, ${strategy.name} and stop`,
        value: returnText(strategy.return),
      })),
    sentences: [
      ...bestPlaySentences(returns),
      ...(hard
        ? [`${hard.rounds} ${hard.isAre} hard: there all ${rules.cells} tiles are mines.`]
        : []),
    ],
  }
}
