import { type Confirmation, confirmation } from './confirmation.ts'
import type { RefusalCode } from './refusals.ts'
import type { Codec, Value } from './wire.ts'

/**
 * A call: its name in the code, how it goes over the wire, and what it takes and answers in the
 * glossary's words. The browser bundles it without any validation.
 */
export interface Call {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Under `/api/`: the specification's, letter for letter. */
  readonly path: string
  /**
   * Left out, a call is JSON both ways. `form` takes multipart/form-data, `file` answers a
   * download, `events` a stream.
   */
  readonly kind?: 'form' | 'file' | 'events'
  /** The part of the input that goes into the query. */
  readonly query?: Codec<object>
  /** The part of the input that goes into the body. */
  readonly body?: Codec<object>
  /** The answer's fields beside the envelope's status and message. */
  readonly answer?: Codec<unknown>
  /** The data that a refusal carries in `Data`, by its code. */
  readonly refusalData?: Readonly<Partial<Record<RefusalCode, Codec<unknown>>>>
  /** The envelope of two calls is spelt `status` and `message`. */
  readonly lowerCase?: true
}

type Part<C, P extends 'query' | 'body'> = C extends { readonly [K in P]: infer S }
  ? Value<S>
  : unknown
type Flat<T> = { [K in keyof T]: T[K] }

/** What a call is given: query and body together; `undefined` without input. */
export type Input<C extends Call> = unknown extends Part<C, 'query'> & Part<C, 'body'>
  ? undefined
  : Flat<Part<C, 'query'> & Part<C, 'body'>>

/** What a call answers if it isn't refused; `undefined` without a payload. */
export type Answer<C extends Call> = C extends { readonly answer: infer S } ? Value<S> : undefined

/** The data of refusals that any call may get. */
const commonRefusalData = { confirmFirst: confirmation }

/** The data of a call's refusals, by code. */
export type RefusalData<C extends Call> =
  | { readonly code: 'confirmFirst'; readonly data: Confirmation }
  | (C extends { readonly refusalData: infer D }
      ? { [K in keyof D]: { readonly code: K; readonly data: Value<D[K]> } }[keyof D]
      : never)

/** The query and the body of a request, as JSON; a form's fields are the body's. */
export function encodeInput(
  { query, body }: Call,
  input: object | undefined,
): { readonly query?: object; readonly body?: object } {
  const given = input ?? {}
  return {
    ...(query && { query: Object(query.encode(given)) }),
    ...(body && { body: Object(body.encode(given)) }),
  }
}

/** Whether a call was done, and the message. */
export interface Outcome {
  readonly isDone: boolean
  readonly message: string
}

/** The envelope of every answer, around the fields that the answer's codec writes. */
export const encodeEnvelope = (
  { lowerCase }: Pick<Call, 'lowerCase'>,
  { isDone, message }: Outcome,
  fields: object = {},
): object =>
  lowerCase
    ? { status: isDone, message, ...fields }
    : { Status: isDone, Message: message, ...fields }

/**
 * The codecs of the data that refusals carry, by code. The common ones come first: an open record
 * of a call would read their data too.
 */
export const refusalCodecs = ({
  refusalData,
}: Pick<Call, 'refusalData'>): Readonly<Partial<Record<RefusalCode, Codec<unknown>>>> => ({
  ...commonRefusalData,
  ...refusalData,
})

/** A refusal in its envelope, with its data. */
export function encodeRefusal(
  call: Pick<Call, 'lowerCase' | 'refusalData'>,
  code: RefusalCode,
  message: string,
  data?: unknown,
): object {
  const codec = refusalCodecs(call)[code]
  const fields = codec && data !== undefined ? { Data: codec.encode(data) } : {}
  return encodeEnvelope(call, { isDone: false, message }, fields)
}

/** The outcome in any envelope; null for anything else. */
export function decodeEnvelope(wire: unknown): Outcome | null {
  const read = (name: string): unknown => Reflect.get(Object(wire), name)
  const isDone = read('Status') ?? read('status')
  const message = read('Message') ?? read('message')
  return typeof isDone === 'boolean' ? { isDone, message: String(message ?? '') } : null
}

/** The answer in an envelope of success. Throws if it doesn't fit the call. */
export function decodeAnswer<C extends Call>(call: C, envelope: unknown): Answer<C> {
  // `Answer` is what this codec decodes, by its definition.
  return call.answer?.decode(envelope) as Answer<C>
}

/** The data of the refusal in an envelope, or undefined. */
export function decodeRefusalData<C extends Call>(
  call: C,
  envelope: unknown,
): RefusalData<C> | undefined {
  const wire: unknown = Reflect.get(Object(envelope), 'Data')
  for (const [code, codec] of Object.entries(refusalCodecs(call)))
    try {
      // The same: each entry pairs a code with what its codec decodes.
      return { code, data: codec.decode(wire) } as RefusalData<C>
    } catch {}
  return undefined
}
