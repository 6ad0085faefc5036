import {
  encodeInput,
  type Input,
  type moveToDeposit,
  type requestWithdrawal,
  type sendMoney,
} from '@pipkin/contract'
import { hundredths, type Money } from '@pipkin/money'
import { plainText, stored } from '../browser/storage.ts'
import { type CallResult, send } from './call.ts'

/** The calls by which a player moves money. */
export type MovingCall = typeof sendMoney | typeof moveToDeposit | typeof requestWithdrawal

/**
 * Asks for money to be moved. If no answer comes, the next identical request uses the same
 * idempotency key, also after a reload: the server carries it out once. An answer ends the key. A
 * refusal of the request itself (a limit, an ended session) doesn't answer an earlier attempt. A
 * repeat names the address and the fee of the first attempt, not the present ones: the server may
 * have carried that one out.
 */
export async function requestOnce<C extends MovingCall>(
  contract: C,
  input: Input<C>,
): Promise<CallResult<C>> {
  const { key, unanswered } = requestOf(contract, input)
  const earlier = unanswered.read()
  const [idempotencyKey = '', ...named] = earlier?.split(' ') ?? [
    crypto.randomUUID(),
    ...seenIn(input),
  ]
  unanswered.write([idempotencyKey, ...named].join(' '))
  underWay.add(key)
  const asked = { ...input, ...seenOf(named) }
  const result = await send(contract, asked, { idempotencyKey })
  underWay.delete(key)
  const refusedAs = !result.ok && result.kind === 'refused' ? result.status : null
  const isFirst = earlier === undefined && refusedAs !== null && refusedAs !== inProgress
  if (result.ok || refusedAs === 200 || isFirst) unanswered.write(undefined)
  return result
}

/** Whether an identical request got no answer: then the next one completes it. */
export function isUnanswered<C extends MovingCall>(contract: C, input: Input<C>): boolean {
  const { key, unanswered } = requestOf(contract, input)
  return !underWay.has(key) && unanswered.read() !== undefined
}

/** Requests of this page whose answer may still come. */
const underWay = new Set<string>()

/** The status of the answer that an identical request is being carried out. */
const inProgress = 409

/** The parts of a request that repeat what the player saw: an address, and a fee in 1/100 fkr. */
function seenIn(input: unknown): readonly string[] {
  const { address, fee }: { address?: unknown; fee?: unknown } = Object(input)
  return [
    ...(typeof address === 'string' ? [address] : []),
    ...(typeof fee === 'bigint' ? [fee.toString()] : []),
  ]
}

/** Reads the parts that `seenIn` wrote. */
function seenOf(named: readonly string[]): { address?: string; fee?: Money } {
  const address = named.find((part) => part.startsWith('0x'))
  const fee = named.find((part) => !part.startsWith('0x'))
  return {
    ...(address !== undefined && { address }),
    ...(fee !== undefined && { fee: hundredths(BigInt(fee)) }),
  }
}

function requestOf<C extends MovingCall>(contract: C, input: Input<C>) {
  const { address: _address, fee: _fee, ...body } = Object(encodeInput(contract, input).body)
  const key = `unanswered ${contract.name} ${JSON.stringify(body)}`
  return { key, unanswered: stored('sessionStorage', key, plainText) }
}
