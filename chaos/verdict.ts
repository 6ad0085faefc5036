import { hundredths } from '@pipkin/money'
import { unitsOf } from '../apps/server/src/cashier/chain/token.ts'
import { audit } from '../apps/server/src/operator/audit/audit.ts'
import { maybeOne, one, sql } from '../apps/server/src/platform/database/database.ts'
import { system } from '../apps/server/src/platform/process/clock.ts'
import { seeds } from '../apps/server/test/seeds.ts'
import type { Acknowledged } from './acknowledged.ts'
import type { Player } from './player.ts'
import type { Scene } from './scene.ts'

/** What is wrong, one sentence each. */
export interface Verdict {
  /** Acknowledged, but not in the database as acknowledged. */
  readonly lost: readonly string[]
  /** In the database, but not requested or acknowledged as often. */
  readonly twice: readonly string[]
  /** What the audit found, and log lines that a kill doesn't explain. */
  readonly findings: readonly string[]
}

export const isWrong = ({ lost, twice, findings }: Verdict): boolean =>
  lost.length + twice.length + findings.length > 0

/** To be called while no requests run. */
export async function judge(
  scene: Scene,
  acknowledged: Acknowledged,
  { full }: { full: boolean },
): Promise<Verdict> {
  const audited = await audit({ database: scene.worker, surroundings: system, seeds }, { full })
  const found = audited.flatMap(({ invariant, found }) =>
    found.map((line) => `invariant ${invariant}: ${line}`),
  )
  const over = (await scene.owner.rows<{ found: string }>(overLimit)).map((row) => row.found)
  return {
    ...(await acknowledged.compare(scene.owner)),
    findings: [...found, ...over, ...scene.complaints],
  }
}

/** One owner's accounts that have lost more than their one limit: a run is shorter than its day. */
const overLimit = sql`
  select format('players %s and %s have lost %s and %s', s.player_id, s.account, mine.lost,
    theirs.lost) as found
  from ledger.signed_for s
  join ledger.wallets mine using (player_id)
  join ledger.wallets theirs on theirs.player_id = s.account
  left join ledger.limits l on l.player_id = s.player_id
  where (greatest(mine.lost, 0) + greatest(theirs.lost, 0) <= l.amount) is not true`

const onTheirWay = sql`
  select count(*) as count from cashier.operations where state in ('requested', 'signed', 'mined')`

/** Whether every deposit and withdrawal has come to its end. */
export async function isAllSettled({ owner }: Scene): Promise<boolean> {
  const { count } = await one(owner.rows<{ count: bigint }>(onTheirWay))
  return count === 0n
}

const endedBadly = sql`
  select format('%s %s of player %s ended as %s: %s', kind, operation_id, player_id, state,
    reason) as found
  from cashier.operations where state not in ('requested', 'signed', 'mined', 'confirmed')`

const throughTheChain = sql`
  select sum(coalesce(credited, fee - amount)) as gave from cashier.operations
  where player_id = $1 and state = 'confirmed'`

/**
 * Each deposit and withdrawal that failed, and each wallet on the chain whose balance differs from
 * its deposits and withdrawals.
 */
export async function judgeChain({ owner }: Scene, players: readonly Player[]): Promise<string[]> {
  const found = (await owner.rows<{ found: string }>(endedBadly)).map((row) => row.found)
  for (const { id, wallet, startTokens } of players) {
    const sums = await maybeOne(owner.rows<{ gave: string | null }>(throughTheChain, [id]))
    const held = await wallet.tokens()
    const expected = startTokens - unitsOf(hundredths(BigInt(sums?.gave ?? 0)))
    if (held !== expected)
      found.push(`player ${id} holds ${held} tokens on the chain and not ${expected}`)
  }
  return found
}
