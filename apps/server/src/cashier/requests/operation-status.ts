import type { OperationState } from '@pipkin/contract'
import type { PlayerId } from '@pipkin/contract/schemas'
import type { Money } from '@pipkin/money'
import { parseTransactionId } from '../../ledger/transaction-id.ts'
import { maybeOne, sql } from '../../platform/database/database.ts'
import { done, type Result, refuse } from '../../platform/http/answer.ts'
import { shownAddress } from '../../platform/shown-address.ts'
import type { CashierDeps } from '../cashier-deps.ts'

interface Status {
  readonly state: OperationState
  readonly amount: Money
  readonly fee: Money
  readonly feeShare: number | null
  readonly address: string
  readonly credited: Money | null
  readonly hash: string | null
  readonly confirmations: bigint | null
  readonly reason: string | null
}

/** Why an operation ended without success, or waits for an operator, in the player's words. */
const reasons: Readonly<Record<string, string>> = {
  notApproved: 'The wallet has not approved this amount',
  approvedLess: 'The wallet has approved less than this amount',
  cancelled: 'You cancelled it',
  limitReached: 'Your deposit limit stopped it: nothing was taken',
  termsDue: 'New terms wait for you to accept them: nothing was taken',
  depositLimitDue: 'Set a deposit limit first: nothing was taken',
  onBreak: 'You are on a break: nothing was taken',
  walletShort: 'The wallet holds less than this amount',
  tokenRefuses: 'The token refused the transfer',
  reverted: 'The chain refused the transfer',
  nothingArrived: 'No tokens arrived',
  nothingMoved: 'No tokens were sent',
  overLimit: 'Large withdrawals are looked at by hand',
  playerSum: 'Several withdrawals in a short time are looked at by hand',
  refused: 'It was looked at by hand and refused',
  frozen: 'The account was frozen, so this is looked at by hand',
  doubted: 'Your password changed soon after this wallet was linked, so this is looked at by hand',
  rewards: 'Withdrawals out of rewards are looked at by hand',
}

/** Reasons that only concern the operator share one text. */
const reasonText = (reason: string): string => reasons[reason] ?? 'This is being looked at by hand'

/** The state of an operation. `notFound` for one of another player or of the other kind. */
export async function operationStatus(
  { database, config }: Pick<CashierDeps, 'database' | 'config'>,
  player: PlayerId,
  kind: 'deposit' | 'withdrawal',
  { transactionId }: { transactionId: string },
): Promise<Result<'readDeposit' | 'readWithdrawal'>> {
  const wanted = parseTransactionId(transactionId)
  if (wanted?.player !== player) return refuse('notFound')
  const status = await maybeOne(
    database.rows<Status>(
      sql`select o.state, o.amount, o.fee, o.address, o.credited,
                 case when o.state <> 'confirmed' then o.reason end as reason,
                 coalesce(o.mined_hash, (
                   select hash from cashier.signed s
                   where s.player_id = o.player_id and s.operation_id = o.operation_id
                   order by attempt desc limit 1)) as hash,
                 (select (v.settings -> 'withdrawal_fee')::int from operator.versions v
                  where v.subject = 'cashier' and v.version = o.settings_version) as "feeShare",
                 (select head from cashier.house) - o.mined_block + 1 as confirmations
          from cashier.operations o
          where o.player_id = $1 and o.operation_id = $2 and o.kind = $3`,
      [player, wanted.id, kind],
    ),
  )
  if (!status) return refuse('notFound')
  const { state, amount, fee, feeShare, address, credited, hash, confirmations, reason } = status
  return done({
    state,
    amount,
    ...(credited === null ? {} : { credited }),
    ...(hash === null ? {} : { chainHash: hash }),
    ...(confirmations === null
      ? {}
      : {
          confirmations: Math.min(Math.max(Number(confirmations), 1), config.chain.confirmations),
        }),
    ...(kind === 'deposit' ? {} : { fee, address: shownAddress(address) }),
    ...(feeShare === null ? {} : { feeShare }),
    ...(reason === null ? {} : { reason: reasonText(reason) }),
  })
}
