import {
  type CallName,
  calls,
  type RefusalDataOf,
  type WireAnswer,
  type WireBody,
  type WireQuery,
} from '@pipkin/contract'
import { createSignal } from '../browser/listeners.ts'

/** A failure is a value: the screen must reckon with it. */
export type CallFailure<N extends CallName> =
  /** The server said no, and why. `status` is the HTTP status: 200 is the business kind. */
  | {
      readonly ok: false
      readonly kind: 'refused'
      readonly status: number
      readonly message: string
      readonly data: RefusalDataOf<N>[keyof RefusalDataOf<N>] | undefined
      /** How long to wait before trying again, where the server says so. */
      readonly retryAfterSeconds: number | undefined
    }
  /** Nothing came back: the request may or may not have been carried out. */
  | { readonly ok: false; readonly kind: 'network' }
  /** A 5xx, or an answer that is none. */
  | { readonly ok: false; readonly kind: 'server' }

export type CallResult<N extends CallName> =
  | { readonly ok: true; readonly answer: WireAnswer<N>; readonly message: string }
  | CallFailure<N>

interface Request {
  readonly query?: object
  readonly body?: object
  /** For calls that move money: one key per intention, the same when it is tried again. */
  readonly idempotencyKey?: string
  /** The request goes on when the page is left. */
  readonly outlivesPage?: boolean
}

type Given<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : { readonly [K in Name]: Value }
type Input<N extends CallName> = Request & Given<'query', WireQuery<N>> & Given<'body', WireBody<N>>

/** What a call is given; nothing at all where it takes nothing. */
export type CallInput<N extends CallName> =
  Record<never, never> extends Input<N> ? [input?: Input<N>] : [input: Input<N>]

/** Makes a call: `call('userLogin', { body })`. Never throws. */
export const call = <N extends CallName>(
  name: N,
  ...[input]: CallInput<N>
): Promise<CallResult<N>> => send(name, input ?? {})

/** The server answered that there is no session (HTTP 401). */
export const signedOut = createSignal()

/** The only place that talks to the server. `signal` ends a read that nobody waits for any more. */
export async function send<N extends CallName>(
  name: N,
  { query, body, idempotencyKey, outlivesPage = false }: Request,
  signal: AbortSignal | null = null,
): Promise<CallResult<N>> {
  const { method, path } = calls[name]
  const headers = {
    ...(body && { 'Content-Type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
  }
  let response: Response
  try {
    const init = {
      method,
      headers,
      body: body ? JSON.stringify(body) : null,
      signal,
      keepalive: outlivesPage,
    }
    response = await fetch(`/api/${path}${queryText(query)}`, init)
  } catch {
    return { ok: false, kind: 'network' }
  }
  return resultOf(response)
}

/** What the server's response comes to. */
export async function resultOf<N extends CallName>(response: Response): Promise<CallResult<N>> {
  if (response.status >= 500) return { ok: false, kind: 'server' }
  if (response.status === 401) signedOut.emit()
  try {
    const answer = await response.json()
    const message = String(answer.Message ?? answer.message ?? '')
    if (answer.Status === true || answer.status === true) return { ok: true, answer, message }
    const wait = Number(response.headers.get('Retry-After') ?? Number.NaN)
    return {
      ok: false,
      kind: 'refused',
      status: response.status,
      message,
      data: answer.Data,
      retryAfterSeconds: Number.isFinite(wait) ? wait : undefined,
    }
  } catch {
    return { ok: false, kind: 'server' }
  }
}

export function queryText(query: object | undefined): string {
  const fields = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  if (fields.length === 0) return ''
  return `?${new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))}`
}
