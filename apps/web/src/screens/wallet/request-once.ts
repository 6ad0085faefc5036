import type { WireBody } from '@pipkin/contract'
import { type CallResult, send } from '../../api/call.ts'

/** The calls by which a player moves money; each names the player in its body. */
export type MovingCall = 'walletTransfer' | 'internalTransfer' | 'paymentWithdrawal'

type BodyOf<N extends MovingCall> = WireBody<N> & object

/**
 * Asks for money to be moved. Where nobody knows whether a request arrived, the same request goes out under the same
 * idempotency key, also after a reload: it is done once. An answer ends the key.
 */
export async function requestOnce<N extends MovingCall>(name: N, body: BodyOf<N>): Promise<CallResult<N>> {
  const place = placeOf(name, body)
  const idempotencyKey = sessionStorage.getItem(place) ?? crypto.randomUUID()
  sessionStorage.setItem(place, idempotencyKey)
  const result = await send(name, { body, idempotencyKey })
  if (result.ok || (result.kind === 'refused' && result.status === 200)) sessionStorage.removeItem(place)
  return result
}

/** Whether this very request went out before and got no answer: then the next one finishes it. */
export const isUnanswered = <N extends MovingCall>(name: N, body: BodyOf<N>): boolean =>
  sessionStorage.getItem(placeOf(name, body)) !== null

const placeOf = (name: MovingCall, body: object): string => `unanswered ${name} ${JSON.stringify(body)}`
