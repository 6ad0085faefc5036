import type { Game } from '@pipkin/contract'
import { timesText } from '@pipkin/games'
import { percentText } from '@pipkin/games/percent-text'
import { type SlotRules, slotChances } from '@pipkin/games/slot-machine'
import type { Odds } from '../bet/odds-panel.tsx'
import { bestPlayLines, bestPlaySentences, hardShare } from '../bet/odds-text.ts'

/** `topPrize`: as a law asks, the top prize's odds and the average payout of a unit come first. */
export function slotOdds(
  rules: SlotRules,
  returns: Game['returns'] | null,
  topPrize = false,
): Odds {
  const hard = hardShare(rules.winPercentage)
  const { triple, pair, none } = slotChances(rules)
  return {
    lines: [
      ...(topPrize
        ? [
            { label: `Top prize, ${timesText(rules.jackpotPays)}`, value: triple },
            ...(returns
              ? [
                  {
                    label: 'Average payout of 1 fkr staked',
                    value: `${percentText(returns.best / 100)} fkr`,
                  },
                ]
              : []),
          ]
        : []),
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
