import type { BetLimits } from '@pipkin/contract'
import { fkr, type Money } from '@pipkin/money'
import type { DemoMoney } from '../../play/play.ts'

/** What a demo offers: its play money and its stakes. */
export interface DemoOffer<R> {
  /** How its rules differ from the real game's, if they do; it completes "but …". */
  differs?(rules: R, real: R): string
  readonly start: Money
  /** The steps of Less, More and the ready stakes. */
  readonly steps: BetLimits
  readonly limits: DemoMoney['limits']
}

/** Any stake that the play money covers. */
export const anyStake: DemoMoney['limits'] = { minimum: fkr(1), maximum: fkr(1_000_000) }
