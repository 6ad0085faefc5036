import {
  type Answer,
  againHeader,
  type Call,
  decodeAnswer,
  decodeEnvelope,
  decodeRefusalData,
  encodeInput,
  type Input,
  type RefusalData,
} from '@pipkin/contract'
import { withOwnTimes } from '../browser/dates.ts'
import { withConfirmation } from './confirm.ts'
import { signedOut } from './session-signals.ts'

/** Why a call failed. A failure is a value: the screen must handle it. */
export type CallFailure<Data = unknown> =
  /** The server refused, and says why. A business refusal has HTTP status 200. */
  | {
      readonly ok: false
      readonly kind: 'refused'
      readonly status: number
      readonly message: string
      readonly data: Data | undefined
      /** How long to wait before another attempt, if the server says so. */
      readonly retryAfterSeconds: number | undefined
      /** The player was asked to confirm, and closed the question. */
      readonly saidNo?: boolean
    }
  /** No answer came: the server may or may not have carried out the request. */
  | { readonly ok: false; readonly kind: 'network' }
  /** A 5xx, or an answer that can't be read. */
  | { readonly ok: false; readonly kind: 'server' }

export type CallResult<C extends Call> =
  | { readonly ok: true; readonly answer: Answer<C>; readonly message: string }
  | CallFailure<RefusalData<C>>

export interface CallOptions {
  /** For calls that move money: one key per intention, the same for each attempt. */
  readonly idempotencyKey?: string
  /** The request continues when the player leaves the page. */
  readonly outlivesPage?: boolean
  /** Aborts a read that is no longer needed. */
  readonly signal?: AbortSignal
}

/**
 * How long an answer may take; the server gives up sooner. Where a connection is open and nothing
 * comes, as behind a dead tunnel, a browser would wait for ever: with a sheet that can't be closed,
 * and a press that can't be repeated.
 */
export const answerMs = 30_000

/** A call's input, which is left out where the call takes none. */
export type CallInput<C extends Call> =
  undefined extends Input<C>
    ? [input?: undefined, options?: CallOptions]
    : [input: Input<C>, options?: CallOptions]

/** Makes a call: `call(logIn, { mobile, password })`. Never throws. */
export const call = <C extends Call>(
  contract: C,
  ...[input, options]: CallInput<C>
): Promise<CallResult<C>> => send(contract, input, options)

/** Makes a call whose input is optional to the compiler, as in a generic query. */
export async function send<C extends Call>(
  contract: C,
  input: Input<C> | undefined,
  { idempotencyKey, outlivesPage = false, signal }: CallOptions = {},
): Promise<CallResult<C>> {
  const { query, body } = encodeInput(contract, input)
  // A few seconds after the last touch, what a screen reads is read by itself.
  const isByItself = contract.method === 'GET' && navigator.userActivation?.isActive === false
  const headers = {
    ...(isByItself && { [againHeader]: '1' }),
    ...(body && { 'Content-Type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
  }
  return withConfirmation(async () => {
    let response: Response
    const late = AbortSignal.timeout(answerMs)
    try {
      response = await fetch(urlOf(contract, query), {
        method: contract.method,
        headers,
        body: body ? JSON.stringify(body) : null,
        signal: signal ? eitherOf(signal, late) : late,
        keepalive: outlivesPage,
      })
    } catch {
      return { ok: false, kind: 'network' }
    }
    return readResponse(contract, response)
  })
}

/** Aborts with the first of two. Phones of 2022 lack `AbortSignal.any`. */
function eitherOf(...signals: readonly [AbortSignal, AbortSignal]): AbortSignal {
  const either = new AbortController()
  for (const one of signals) {
    if (one.aborted) either.abort()
    one.addEventListener('abort', () => either.abort())
  }
  return either.signal
}

/** The result that an HTTP response carries. */
export async function readResponse<C extends Call>(
  contract: C,
  response: Response,
): Promise<CallResult<C>> {
  if (response.status >= 500) return { ok: false, kind: 'server' }
  if (response.status === 401) signedOut.emit()
  try {
    const envelope: unknown = await response.json()
    const outcome = decodeEnvelope(envelope)
    if (!outcome) return { ok: false, kind: 'server' }
    const { isDone, message } = outcome
    if (isDone) return { ok: true, answer: decodeAnswer(contract, envelope), message }
    const wait = Number(response.headers.get('Retry-After') ?? Number.NaN)
    return {
      ok: false,
      kind: 'refused',
      status: response.status,
      message: withOwnTimes(message),
      data: decodeRefusalData(contract, envelope),
      retryAfterSeconds: Number.isFinite(wait) ? wait : undefined,
    }
  } catch {
    return { ok: false, kind: 'server' }
  }
}

/** Where a call is made. */
export function urlOf({ path }: Call, query: object | undefined): string {
  const fields = Object.entries(query ?? {}).filter(([, value]) => value !== undefined)
  if (fields.length === 0) return `/api/${path}`
  const text = new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))
  return `/api/${path}?${text}`
}
