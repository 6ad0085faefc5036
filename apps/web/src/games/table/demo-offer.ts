import type { BetLimits } from '@pipkin/contract'
import { fkr, type Money } from '@pipkin/money'
import type { DemoMoney } from '../../play/play.ts'

/** What a demo is played for. */
export interface DemoOffer<R> {
  /** In what its rules differ from the real game's, where they do: the end of "but …". */
  differs?(rules: R, real: R): string
  readonly start: Money
  /** How Less, More and the ready stakes go. */
  readonly steps: BetLimits
  readonly limits: DemoMoney['limits']
}

/** Any stake that the play money covers. */
export const anyStake: DemoMoney['limits'] = { minimum: fkr(1), maximum: fkr(1_000_000) }
