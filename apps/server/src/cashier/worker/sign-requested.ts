import { hundredths, subtract } from '@pipkin/money'
import { one, sql } from '../../platform/database/database.ts'
import type { GasFees, Units } from '../chain/chain.ts'
import { units, unitsOf } from '../chain/token.ts'
import { payCall, pullCall } from '../chain/token-calls.ts'
import { type ChainWorker, firstId } from './chain-worker.ts'
import { giveUpDeposit } from './end-deposit.ts'
import { giveUpWithdrawal } from './end-withdrawal.ts'
import { isolateFailure } from './isolate-failure.ts'
import { type Operation, requestedOperations } from './operation.ts'
import { readMostGasPrice } from './read-most-gas-price.ts'
import { recordSigned, sendSigned } from './signed-bytes.ts'

/** What the house can still spend in this tick. */
interface Purse {
  nonce: bigint
  /** Operations that may still be signed before others are mined. */
  room: number
  /** Operations that are signed and not mined: their gas isn't paid yet. */
  unpaid: bigint
  tokens: Units
  readonly coin: bigint
  readonly fees: GasFees
}

const pageSize = 50

/**
 * Signs and sends requested operations, as far as the house can pay for them and at a price that
 * the operator allows. Each tick takes a page of payouts, then one of deposits, in turn: a deposit
 * may wait for an approval that never comes, and no payout waits behind it.
 */
export async function signRequested(worker: ChainWorker, fees: GasFees): Promise<void> {
  const page = [...(await nextPage(worker, 'withdrawal')), ...(await nextPage(worker, 'deposit'))]
  if (page.length === 0) return
  const most = await readMostGasPrice(worker.database)
  if (fees.most > most)
    return worker.alarm('feesTooHigh', { price: fees.most, most, waiting: page.length })
  const purse = await openPurse(worker, fees)
  if (purse === null) return
  for (const op of page) {
    if (purse.room <= 0) return
    await isolateFailure(worker, op, () => signOperation(worker, op, purse))
  }
}

async function nextPage(
  { database, memory }: ChainWorker,
  kind: Operation['kind'],
): Promise<Operation[]> {
  const page = await requestedOperations(database, kind, memory.after[kind], pageSize)
  memory.after[kind] = page.length < pageSize ? firstId : (page.at(-1)?.id ?? firstId)
  return page
}

/** Null where the house's key was used elsewhere: signing on would collide with that. */
async function openPurse(
  { database, chain, key, alarm, settings }: ChainWorker,
  fees: GasFees,
): Promise<Purse | null> {
  // Read the node's count first: what another worker sends after it is in our count by then.
  const { accepted } = await chain.nonces(key.address)
  // Read our count second: if another worker signs after this, our nonce is stale and storing it
  // fails, so no token is spent twice.
  const ours = await one(
    database.rows<{ nonce: bigint; unpaid: bigint; leaving: bigint }>(sql`
      select next_nonce as nonce, f.* from cashier.house cross join (
        select count(*) as unpaid,
               coalesce(sum(amount - fee) filter (where kind = 'withdrawal'), 0)::bigint as leaving
        from cashier.operations where state = 'signed') f`),
  )
  const [coin, tokens] = await Promise.all([chain.coin(key.address), chain.tokens(key.address)])
  if (accepted > ours.nonce) {
    alarm('houseKeyUsedElsewhere', { nonce: accepted, ours: ours.nonce })
    return null
  }
  return {
    nonce: ours.nonce,
    room: settings.unmined - Number(ours.unpaid),
    unpaid: ours.unpaid,
    tokens: units(tokens - unitsOf(hundredths(ours.leaving))),
    coin,
    fees,
  }
}

/**
 * Signs an operation, stores the bytes and then sends them: after a crash in between, the next tick
 * of any worker sends them.
 */
async function signOperation(worker: ChainWorker, op: Operation, purse: Purse): Promise<void> {
  const { chain, key, token, chainId, alarm } = worker
  const count = unitsOf(subtract(op.amount, op.fee))
  if (op.kind === 'withdrawal' && purse.tokens < count)
    return alarm('houseShortOfTokens', {
      player: op.player,
      id: op.id,
      needed: count,
      free: purse.tokens,
    })

  const call =
    op.kind === 'deposit'
      ? pullCall(token, op.address, key.address, count)
      : payCall(token, op.address, count)
  const estimate = await chain.tryOut(key.address, call)
  if (estimate === null)
    return op.kind === 'deposit' ? giveUpDeposit(worker, op) : giveUpWithdrawal(worker, op)

  const gas = (estimate * 5n) / 4n
  if (purse.coin < gas * purse.fees.most * (purse.unpaid + 1n))
    return alarm('houseShortOfGas', { coin: purse.coin, waiting: purse.unpaid + 1n })

  const signed = await key.sign(call, { chainId, nonce: purse.nonce, gas, fees: purse.fees })
  const stored = await recordSigned(worker, op, { nonce: purse.nonce, attempt: 0, gas, signed })
  if (stored === 'held')
    return alarm('review', { player: op.player, id: op.id, reason: 'houseSum' })
  // The player's own limit or break has rejected it: the bytes are dropped, the nonce is free.
  if (stored === 'stopped') return
  if (stored === 'moved') {
    // Another worker was faster and our nonce is stale: sign no more in this tick.
    purse.room = 0
    return
  }
  purse.nonce += 1n
  purse.room -= 1
  purse.unpaid += 1n
  if (op.kind === 'withdrawal') purse.tokens = units(purse.tokens - count)
  await sendSigned(worker, op, signed.raw)
}
