import type { Money } from '@pipkin/money'
import { one, sql } from '../../platform/database/database.ts'
import type { Hex, Receipt, Units } from '../chain/chain.ts'
import { moneyOf, moved, unitsOf } from '../chain/token.ts'
import type { Agreement, ChainWorker } from './chain-worker.ts'
import { type Operation, putToReview } from './operation.ts'

export type DepositVerdict = { credit: Money } | { failed: string } | { review: string } | 'wait'

/**
 * Judges a deposit whose receipt is deep enough. The credit is what arrived at the house, not what
 * was asked for.
 */
export function judgeDeposit(
  op: Pick<Operation, 'amount'>,
  receipt: Receipt,
  house: Hex,
  agreement: Agreement,
): DepositVerdict {
  if (!receipt.succeeded) return { failed: 'reverted' }
  const credit = moneyOf(moved(receipt.transfers, house).got)
  if (credit === 0n) return { failed: 'nothingArrived' }
  if (credit > op.amount) return { review: 'tooMuch' }
  if (agreement === 'unknown') return 'wait'
  return agreement === 'yes' ? { credit } : { review: 'balanceDiffers' }
}

/** Credits, rejects or reviews a deposit by its receipt. */
export async function settleDeposit(
  worker: ChainWorker,
  op: Operation,
  receipt: Receipt,
  agreement: Agreement,
): Promise<void> {
  const verdict = judgeDeposit(op, receipt, worker.key.address, agreement)
  if (verdict === 'wait') return
  if ('review' in verdict) return putToReview(worker, op, receipt.block, verdict.review)
  if ('failed' in verdict) return void (await endDeposit(worker, op, receipt.block, verdict.failed))
  await one(
    worker.database.rows(sql`select cashier.confirm_deposit($1, $2, $3, $4, $5)`, [
      op.player,
      op.id,
      receipt.hash,
      receipt.block,
      verdict.credit,
    ]),
  )
}

/**
 * Rejects a deposit whose pull the token refuses. An approval may still be on its way, so one
 * without any waits `patienceMs`; one that was lowered in the wallet is on the chain already.
 */
export async function giveUpDeposit(worker: ChainWorker, op: Operation): Promise<void> {
  const { chain, key, settings } = worker
  const wanted = unitsOf(op.amount)
  const [approved, held] = await Promise.all([
    chain.approved(op.address, key.address),
    chain.tokens(op.address),
  ])
  const reason = whyNotPulled({ approved, held, wanted })
  const patienceMs: Readonly<Record<NotPulled, number>> = {
    notApproved: settings.patienceMs,
    approvedLess: settings.lowerPatienceMs,
    walletShort: 0,
    tokenRefuses: settings.patienceMs,
  }
  if (op.ageMs < patienceMs[reason]) return
  await endDeposit(worker, op, null, reason)
}

type NotPulled = 'notApproved' | 'approvedLess' | 'walletShort' | 'tokenRefuses'

function whyNotPulled({
  approved,
  held,
  wanted,
}: Readonly<Record<'approved' | 'held' | 'wanted', Units>>): NotPulled {
  if (approved < wanted) return approved === 0n ? 'notApproved' : 'approvedLess'
  return held < wanted ? 'walletShort' : 'tokenRefuses'
}

/** Ends a deposit without a credit. `block` is the judged receipt's; null before signing. */
const endDeposit = (
  { database }: ChainWorker,
  op: Operation,
  block: bigint | null,
  reason: string,
) =>
  one(
    database.rows(sql`select cashier.end_deposit($1, $2, $3, $4)`, [
      op.player,
      op.id,
      block,
      reason,
    ]),
  )
