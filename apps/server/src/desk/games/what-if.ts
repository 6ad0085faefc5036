import type { WhatIf } from '@pipkin/contract/desk'
import { type Rules, rulesHash, toHex } from '@pipkin/games'
import { lossOf } from '@pipkin/games/band'
import { percentText } from '@pipkin/games/percent-text'
import {
  endsOf,
  type Fraction,
  type Judgement,
  judgeRules,
  mostOf,
  toNumber,
} from '@pipkin/games/returns'
import { hundredths, type Money } from '@pipkin/money'
import type { GameTerms } from '../../operator/game-terms.ts'
import { isBeyond } from '../../operator/judge-change.ts'

/** How much a game is played now: a busy day, and its busiest hour. Money in 1/100 fkr. */
export interface Load {
  readonly rounds: number
  readonly staked: number
  readonly stakeSquares: number
  readonly hourRounds: number
}

/**
 * What terms mean for players and for the house: the exact returns, and what a round, an hour and a
 * day of best play at this load cost. Stakes are as they are now, moved into the terms' limits.
 * Where best play wins, the day's cap on losses (1/100 fkr) bounds an hour and a day.
 */
export function whatIf(terms: GameTerms, load: Load, dailyLoss: Money): WhatIf {
  const { rules } = terms
  const { judged, ends } = solve(rules)
  const { best, bestPlay, strategies } = judged.returns
  const cap = judged.ok && judged.budget ? dailyLoss : null
  const usual = load.rounds > 0 ? load.staked / load.rounds : 0
  const stake = Math.min(Math.max(usual, Number(terms.minimum)), Number(terms.maximum))
  const resized = usual > 0 ? stake / usual : 0

  const costOf = (rounds: number) => {
    const share = (load.rounds > 0 ? rounds / load.rounds : 0) * resized
    const { mean, worst } = lossOf(rules, {
      staked: load.staked * share,
      stakeSquares: load.stakeSquares * share * resized,
    })
    return { rounds, mean: capped(mean, cap), worst: capped(worst, cap) }
  }
  return {
    rulesHash: toHex(rulesHash(rules)),
    best: shown(best),
    bestPlay,
    strategies: strategies.slice(1).map((way) => ({ name: way.name, ...shown(way.return) })),
    ends,
    beyond: isBeyond(best),
    warning: judged.ok ? judged.warning : judged.why,
    round: hundredths((terms.maximum * BigInt(Math.max(mostOf(rules) - 100, 0))) / 100n),
    hour: costOf(load.hourRounds),
    day: costOf(load.rounds),
    cap,
  }
}

interface Solved {
  readonly judged: Judgement
  readonly ends: WhatIf['ends']
}
const solved = new Map<string, Solved>()

/** The exact solver takes its time, and a rules object never changes: each is solved once. */
function solve(rules: Rules): Solved {
  const hash = toHex(rulesHash(rules))
  const known = solved.get(hash)
  if (known) return known
  const ends = endsOf(rules).map(({ name, pays, chance }) => ({
    name,
    pays,
    percent: percentText(toNumber(chance)),
  }))
  const found = { judged: judgeRules(rules), ends }
  solved.set(hash, found)
  return found
}

const shown = (share: Fraction) => ({
  fraction: `${share.n}/${share.d}`,
  percent: percentText(toNumber(share)),
})

function capped(loss: number, cap: Money | null): Money {
  const money = BigInt(Math.ceil(loss))
  return hundredths(cap !== null && money > cap ? cap : money)
}
