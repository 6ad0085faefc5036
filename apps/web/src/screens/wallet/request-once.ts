import type { WireBody } from '@pipkin/contract'
import { type CallResult, send } from '../../api/call.ts'

/** The calls by which a player moves money; each names the player in its body. */
export type MovingCall = 'walletTransfer' | 'internalTransfer' | 'paymentWithdrawal'

type BodyOf<N extends MovingCall> = WireBody<N> & object

/**
 * Asks for money to be moved. Where nobody knows whether a request arrived, the same request goes
 * out under the same idempotency key, also after a reload: it is done once. An answer ends the key;
 * a refusal to do anything at all (a limit, a session that has ended) says nothing of an earlier
 * try.
 */
export async function requestOnce<N extends MovingCall>(
  name: N,
  body: BodyOf<N>,
): Promise<CallResult<N>> {
  const place = placeOf(name, body)
  const earlier = sessionStorage.getItem(place)
  const idempotencyKey = earlier ?? crypto.randomUUID()
  sessionStorage.setItem(place, idempotencyKey)
  underWay.add(place)
  const result = await send(name, { body, idempotencyKey })
  underWay.delete(place)
  const refusedAs = !result.ok && result.kind === 'refused' ? result.status : null
  const isFirst = earlier === null && refusedAs !== null && refusedAs !== inProgress
  if (result.ok || refusedAs === 200 || isFirst) sessionStorage.removeItem(place)
  return result
}

/** Whether this very request went out before and got no answer: then the next one finishes it. */
export function isUnanswered<N extends MovingCall>(name: N, body: BodyOf<N>): boolean {
  const place = placeOf(name, body)
  return !underWay.has(place) && sessionStorage.getItem(place) !== null
}

/** Requests of this page whose answer may still come. */
const underWay = new Set<string>()

/** The status of the answer that the same request is being carried out at this moment. */
const inProgress = 409

const placeOf = (name: MovingCall, body: object): string =>
  `unanswered ${name} ${JSON.stringify(body)}`
