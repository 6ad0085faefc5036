import { isDeepStrictEqual } from 'node:util'
import { moneyFromAnswer } from '@pipkin/money'
import { transactionIdOf } from '../apps/server/src/ledger/transaction-id.ts'
import { type Database, sql } from '../apps/server/src/platform/database/database.ts'
import type { Shown } from '../apps/server/test/shown-round.ts'

/** A write as an answer told of it, or as the database holds it. Amounts are in 1/100 fkr. */
export interface Write {
  readonly kind: 'round' | 'send' | 'winning_transfer' | 'deposit' | 'withdrawal'
  readonly amount: bigint
  readonly receiver?: number
  readonly status?: string
  readonly payout?: bigint
  readonly moves?: readonly unknown[]
}

/** All that was ever acknowledged, by `Transaction_Id`, and what the database makes of it. */
export interface Told {
  /** How many answers acknowledged a write. */
  readonly acknowledged: number
  tell(id: string, write: Write): void
  /** Settles when so many more writes have been acknowledged. */
  more(count: number): Promise<void>
  /**
   * Compares with the database while nobody asks for anything: what was acknowledged and isn't
   * there is lost; what is there and no answer ever told of was done once more than it was asked
   * for.
   */
  compare(owner: Database): Promise<{ lost: string[]; twice: string[] }>
}

const everything = sql`
  select 'round' as kind, player_id as player, round_id as id, stake as amount, null as receiver,
         status::text, payout, moves from ledger.rounds
  union all
  select kind::text, player_id, movement_id, abs(deposit), other_player, null, null, null
  from ledger.movements where kind in ('send', 'winning_transfer')
  union all
  select kind::text, player_id, operation_id, amount, null, null, null, null from cashier.operations`

type Row = { [K in keyof Write]-?: Write[K] | null } & { player: number; id: string }

export function createTold(): Told {
  const writes = new Map<string, Write>()
  let acknowledged = 0
  let waiting: { at: number; done(): void } | undefined
  return {
    get acknowledged() {
      return acknowledged
    },
    tell(id, write) {
      writes.set(id, write)
      acknowledged += 1
      if (waiting && acknowledged >= waiting.at) waiting.done()
    },
    more: (count) =>
      new Promise((done) => {
        waiting = { at: acknowledged + count, done }
      }),
    async compare(owner) {
      const rows = await owner.rows<Row>(everything)
      const found = new Map(
        rows.map(({ player, id, ...row }) => [transactionIdOf(player, id), present(row)]),
      )
      const lost: string[] = []
      const twice: string[] = []
      for (const [id, told] of writes) {
        const held = found.get(id)
        found.delete(id)
        if (isDeepStrictEqual(held, told)) continue
        const isBeyond = held !== undefined && (held.moves?.length ?? 0) > (told.moves?.length ?? 0)
        ;(isBeyond ? twice : lost).push(`${id}: told ${inWords(told)}, found ${inWords(held)}`)
      }
      for (const [id, held] of found)
        twice.push(`${id}: found ${inWords(held)}, which no answer told of`)
      return { lost, twice }
    },
  }
}

const present = (row: object): Partial<Write> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

/** A round as an answer shows it, in the database's words. */
export const writeOf = (round: Shown): Write => ({
  kind: 'round',
  amount: moneyFromAnswer(round.Bet_Amt),
  status: round.Status === 'PartialWin' ? 'partial_win' : round.Status.toLowerCase(),
  payout: moneyFromAnswer(round.Return_Amt),
  moves: round.moves,
})

const inWords = (write: object | undefined): string =>
  JSON.stringify(write ?? 'nothing', (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
