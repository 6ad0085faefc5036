import {
  encodeInput,
  type Input,
  type moveToDeposit,
  type requestWithdrawal,
  type sendMoney,
} from '@pipkin/contract'
import { plainText, stored } from '../browser/storage.ts'
import { type CallResult, send } from './call.ts'

/** The calls by which a player moves money. */
export type MovingCall = typeof sendMoney | typeof moveToDeposit | typeof requestWithdrawal

/**
 * Asks for money to be moved. If no answer comes, the next identical request uses the same
 * idempotency key, also after a reload: the server carries it out once. An answer ends the key. A
 * refusal of the request itself (a limit, an ended session) says nothing of an earlier attempt.
 * A withdrawal that got no answer is repeated with the address that it named, not with one that is
 * paid by now: it may have been carried out.
 */
export async function requestOnce<C extends MovingCall>(
  contract: C,
  input: Input<C>,
): Promise<CallResult<C>> {
  const { key, unanswered } = requestOf(contract, input)
  const earlier = unanswered.read()
  const [idempotencyKey = '', named] = earlier?.split(' ') ?? [
    crypto.randomUUID(),
    addressIn(input),
  ]
  unanswered.write(named === undefined ? idempotencyKey : `${idempotencyKey} ${named}`)
  underWay.add(key)
  const asked = named === undefined ? input : { ...input, address: named }
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

/** The address that a withdrawal names. */
function addressIn(input: unknown): string | undefined {
  const { address }: { address?: unknown } = Object(input)
  return typeof address === 'string' ? address : undefined
}

function requestOf<C extends MovingCall>(contract: C, input: Input<C>) {
  const { address: _, ...body } = Object(encodeInput(contract, input).body)
  const key = `unanswered ${contract.name} ${JSON.stringify(body)}`
  return { key, unanswered: stored('sessionStorage', key, plainText) }
}
