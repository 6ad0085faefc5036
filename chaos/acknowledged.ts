import { isDeepStrictEqual } from 'node:util'
import { moneyFromNumber } from '@pipkin/money'
import { transactionIdOf } from '../apps/server/src/ledger/transaction-id.ts'
import { type Database, sql } from '../apps/server/src/platform/database/database.ts'
import type { Shown } from '../apps/server/test/rounds/shown-round.ts'

/** A write as an answer acknowledged it, or as the database holds it, in 1/100 fkr. */
export interface Write {
  readonly kind: 'round' | 'send' | 'winning_transfer' | 'deposit' | 'withdrawal'
  readonly amount: bigint
  readonly receiver?: number
  readonly status?: string
  readonly payout?: bigint
  readonly moves?: readonly unknown[]
}

/** Every acknowledged write, by `Transaction_Id`, to be compared with the database. */
export interface Acknowledged {
  /** How many answers acknowledged a write. */
  readonly count: number
  record(id: string, write: Write): void
  /** Resolves when that many more writes have been acknowledged. */
  untilMore(count: number): Promise<void>
  /**
   * Compares with the database while no requests run. An acknowledged write that isn't there is
   * lost; one that is there and was never acknowledged was executed twice.
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
  select kind::text, player_id, operation_id, amount, null, null, null, null
    from cashier.operations`

type Row = { [K in keyof Write]-?: Write[K] | null } & { player: number; id: string }

/** An empty record of acknowledged writes. */
export function createAcknowledged(): Acknowledged {
  const writes = new Map<string, Write>()
  let answers = 0
  let waiting: { at: number; done(): void } | undefined
  return {
    get count() {
      return answers
    },
    record(id, write) {
      writes.set(id, write)
      answers += 1
      if (waiting && answers >= waiting.at) waiting.done()
    },
    untilMore: (count) =>
      new Promise((done) => {
        waiting = { at: answers + count, done }
      }),
    async compare(owner) {
      const rows = await owner.rows<Row>(everything)
      const found = new Map(
        rows.map(({ player, id, ...row }) => [transactionIdOf(player, id), present(row)]),
      )
      const lost: string[] = []
      const twice: string[] = []
      for (const [id, write] of writes) {
        const held = found.get(id)
        found.delete(id)
        if (isDeepStrictEqual(held, write)) continue
        const isBeyond =
          held !== undefined && (held.moves?.length ?? 0) > (write.moves?.length ?? 0)
        ;(isBeyond ? twice : lost).push(
          `${id}: acknowledged ${inWords(write)}, found ${inWords(held)}`,
        )
      }
      for (const [id, held] of found)
        twice.push(`${id}: found ${inWords(held)}, never acknowledged`)
      return { lost, twice }
    },
  }
}

const present = (row: object): Partial<Write> =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))

/** A round as an answer shows it, in the database's words. */
export const writeOf = (round: Shown): Write => ({
  kind: 'round',
  amount: moneyFromNumber(round.Bet_Amt),
  status: round.Status === 'PartialWin' ? 'partial_win' : round.Status.toLowerCase(),
  payout: moneyFromNumber(round.Return_Amt),
  moves: round.moves,
})

const inWords = (write: object | undefined): string =>
  JSON.stringify(write ?? 'none', (_, value) => (typeof value === 'bigint' ? String(value) : value))
