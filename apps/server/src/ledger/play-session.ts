import type { PlaySession } from '@pipkin/contract'
import { hundredths } from '@pipkin/money'

/** A session of play as the ledger answers it, in 1/100 fkr. */
export interface SessionRow {
  readonly started_at: string
  readonly seconds: number
  readonly staked: number
  readonly returned: number
  readonly net: number
}

/** The same in the contract's words. */
export const playSession = (row: SessionRow): PlaySession => ({
  startedAt: new Date(row.started_at),
  seconds: row.seconds,
  staked: hundredths(row.staked),
  returned: hundredths(row.returned),
  net: hundredths(row.net),
})
