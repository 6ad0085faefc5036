import type { Game } from '@pipkin/contract'
import { type SlotRules, slotChances, timesText } from '@pipkin/games'
import type { Odds } from '../bet/odds-panel.tsx'
import { bestPlayLines, bestPlaySentences, hardShare } from '../bet/odds-text.ts'

export function slotOdds(rules: SlotRules, returns: Game['returns'] | null): Odds {
  const hard = hardShare(rules.winPercentage)
  const { triple, pair, none } = slotChances(rules)
  return {
    lines: [
      { label: `Three equal, ${triple}`, value: `returns ${timesText(rules.jackpotPays)}` },
      { label: `Two equal, ${pair}`, value: `returns ${timesText(rules.pairPays)}` },
      { label: `None equal, ${none}`, value: 'nothing back' },
      ...bestPlayLines(returns),
    ],
    sentences: [
      ...bestPlaySentences(returns),
      ...(hard
        ? [
            `${hard.rounds} ${hard.isAre} hard: there a spin that would pay is replaced by another one.`,
          ]
        : []),
    ],
  }
}
