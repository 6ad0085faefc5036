import type { Game } from '@pipkin/contract'
import { timesText } from '@pipkin/games'
import type { GuessRules } from '@pipkin/games/guess-number'
import type { Odds } from '../bet/odds-panel.tsx'
import { bestPlayLines, bestPlaySentences, hardShare } from '../bet/odds-text.ts'

export function guessOdds(rules: GuessRules, returns: Game['returns'] | null): Odds {
  const hard = hardShare(rules.winPercentage)
  return {
    lines: [
      { label: 'Numbers shown', value: `${rules.numbers} of 1 to ${rules.of}` },
      { label: 'A number returns', value: timesText(rules.numberPays) },
      { label: 'Even, odd or a range returns', value: timesText(rules.extraPays) },
      ...bestPlayLines(returns),
    ],
    sentences: [
      ...bestPlaySentences(returns),
      ...(hard
        ? [
            `${hard.rounds} ${hard.isAre} hard: there a choice that wins with the first draw must win with a second one too.`,
          ]
        : []),
    ],
  }
}
