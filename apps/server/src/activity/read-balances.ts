import { hundredths } from '@pipkin/money'
import type { PlayerNodes } from '../ledger/player-nodes.ts'
import { batchQueries } from '../platform/database/batch.ts'
import { type Database, maybeOne, sql } from '../platform/database/database.ts'
import { done, type Result } from '../platform/http/answer.ts'

/**
 * `isAsked` compares a wallet's player, `isSame` a round's. Only where both equal a parameter does
 * a cluster ask that player's node alone.
 */
const statementFor = (isAsked: string, isSame: string) =>
  sql([
    `with held as materialized (
    select player_id, deposit, bonus, win, referral,
           (select coalesce(sum(stake), 0)::bigint from ledger.rounds r
            where r.player_id ${isSame} and r.status = 'pending') as staked
    from ledger.wallets w where player_id ${isAsked}
  )
  select player_id, deposit, bonus, win, referral, ledger.locked_bonus(player_id) as locked_bonus,
         ledger.locked_referral(player_id) as locked_referral,
         staked
         + (select coalesce(sum(amount), 0)::bigint from cashier.operations o
            where o.player_id = held.player_id and o.kind = 'withdrawal'
              and o.state in ('requested', 'signed', 'mined', 'review')) as on_hold
  from held`,
  ])
const ofMany = statementFor('= any($1::integer[])', '= w.player_id')
const ofOne = statementFor('= $1::integer', '= $1::integer')

interface BalancesRow {
  readonly player_id: number
  readonly deposit: bigint
  readonly bonus: bigint
  readonly win: bigint
  readonly referral: bigint
  readonly locked_bonus: bigint
  readonly locked_referral: bigint
  readonly on_hold: bigint
}

/**
 * A player's four balances, what of them is locked, and what is on hold: stakes of open rounds and
 * unpaid withdrawals. Simultaneous requests share one query, but on a cluster, where a node that is
 * down would fail all of them.
 */
export function readBalances(
  database: Database,
  nodes?: PlayerNodes,
): (player: number) => Promise<Result<'readBalances'>> {
  const together = batchQueries(async (players: readonly number[]) => {
    const rows = await database.rows<BalancesRow>(ofMany, [players])
    const rowOf = new Map(rows.map((row) => [row.player_id, row]))
    return players.map((player) => rowOf.get(player))
  })
  const alone = (player: number) => maybeOne(database.rows<BalancesRow>(ofOne, [player]))
  return async (player) => {
    const row = await (nodes?.isCluster() ? alone : together)(player)
    if (!row) throw new Error(`player ${player} has no wallets`)
    return done<'readBalances'>({
      deposit: hundredths(row.deposit),
      win: hundredths(row.win),
      bonus: hundredths(row.bonus),
      referral: hundredths(row.referral),
      locked: {
        bonus: hundredths(row.locked_bonus),
        referral: hundredths(row.locked_referral),
      },
      onHold: hundredths(row.on_hold),
    })
  }
}
