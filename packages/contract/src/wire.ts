import { type Money, moneyFromNumber, moneyToNumber } from '@pipkin/money'

/**
 * Codecs between the glossary's words and the wire. Each is declared once and works both ways. No
 * codec has side effects, so a page bundles only those of the calls that it makes.
 */
export interface Codec<T> {
  /** The value as it goes over the wire: JSON. Only what the codec lists is written. */
  encode(value: T): unknown
  /**
   * The value that came over the wire. Only own, listed fields are read. Throws `Unreadable` if the
   * wire holds something else.
   */
  decode(wire: unknown): T
  /** How the wire value looks, for the OpenAPI document and for tools. */
  readonly shape: Shape
}

export type Value<C> = C extends Codec<infer T> ? T : never

/** The wire holds something that this codec doesn't write. */
export class Unreadable extends Error {}

export type Shape =
  | {
      readonly is: Scalar
      readonly words?: readonly unknown[]
      /** The words that are spelt differently in the code. */
      readonly spelt?: readonly string[]
    }
  | { readonly is: 'list' | 'only' | 'nullable'; readonly of: Codec<unknown> }
  | { readonly is: 'wrapped'; readonly name: string; readonly of: Codec<unknown> }
  | { readonly is: 'object'; readonly fields: readonly WireField[]; readonly constants: Constants }
  | { readonly is: 'variants'; readonly cases: readonly Codec<unknown>[] }
  | { readonly is: 'named'; readonly name: string; readonly of: () => Codec<unknown> }

export type Scalar =
  | 'text'
  | 'word'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'money'
  | 'wholeMoney'
  | 'debit'
  | 'time'
  | 'record'
  | 'json'
  | 'gameView'
  | 'file'

export interface WireField {
  readonly name: string
  readonly wire: string
  readonly codec: Codec<unknown>
  readonly optional: boolean
}

/** A codec of one value. `read` answers null if the wire holds something else. */
export function scalar<T>(
  is: Scalar,
  read: (wire: unknown) => T | null,
  write = same<T>,
): Codec<T> {
  return {
    shape: { is },
    encode: write,
    decode(wire) {
      const value = read(wire)
      if (value === null) throw new Unreadable(`not ${is}`)
      return value
    },
  }
}

const same = <T>(value: T): unknown => value

/* Scalars */

const readText = (wire: unknown) => (typeof wire === 'string' ? wire : null)
const readNumber = (wire: unknown) => (typeof wire === 'number' ? wire : null)

export const text: Codec<string> = /* @__PURE__ */ scalar('text', readText)
export const number: Codec<number> = /* @__PURE__ */ scalar('number', readNumber)

/** A whole number; in a query, its ASCII digits. */
export const integer: Codec<number> = /* @__PURE__ */ scalar('integer', readInteger)

function readInteger(wire: unknown): number | null {
  if (typeof wire === 'number') return wire
  return typeof wire === 'string' && /^\d{1,15}$/.test(wire) ? Number(wire) : null
}

const readBoolean = (wire: unknown) => (typeof wire === 'boolean' ? wire : null)
export const boolean: Codec<boolean> = /* @__PURE__ */ scalar('boolean', readBoolean)

/** Money that an answer carries: a number in fkr. Sums may exceed what any call takes. */
export const money: Codec<Money> = /* @__PURE__ */ scalar(
  'money',
  (wire) => (typeof wire === 'number' ? moneyFromNumber(wire) : null),
  moneyToNumber,
)

/** A moment: ISO 8601 UTC on the wire. */
export const time: Codec<Date> = /* @__PURE__ */ scalar(
  'time',
  (wire) => {
    const date = new Date(typeof wire === 'string' ? wire : Number.NaN)
    return Number.isNaN(date.getTime()) ? null : date
  },
  (date: Date) => date.toISOString(),
)

/** An open record that goes through as it is, such as a game's rules. */
export const record: Codec<Readonly<Record<string, unknown>>> = /* @__PURE__ */ scalar(
  'record',
  (wire) => (isRecord(wire) ? wire : null),
)

/** JSON that goes through as it is; a schema or a game judges it. */
export const json: Codec<unknown> = {
  shape: { is: 'json' },
  encode: same,
  decode: same,
}

const isRecord = (wire: unknown): wire is Readonly<Record<string, unknown>> =>
  typeof wire === 'object' && wire !== null && !Array.isArray(wire)

/** One of these words, spelt the same on both sides. */
/* @__NO_SIDE_EFFECTS__ */
export function word<const W extends string | number | true>(...words: readonly W[]): Codec<W> {
  return {
    shape: { is: 'word', words },
    encode: same,
    decode(wire) {
      const found = words.find((known) => known === wire)
      if (found === undefined) throw new Unreadable(`not one of ${words}`)
      return found
    },
  }
}

/** One of these words, which the wire spells in its own way. */
/* @__NO_SIDE_EFFECTS__ */
export function spelt<const W extends Readonly<Record<string, string>>>(
  spellings: W,
): Codec<keyof W & string> {
  const words = Object.values(spellings)
  return {
    shape: { is: 'word', words, spelt: words },
    encode: (value) => spellings[value],
    decode(wire) {
      for (const value in spellings) if (spellings[value] === wire) return value
      throw new Unreadable(`not one of ${words}`)
    },
  }
}

/* Compounds */

export interface OptionalCodec<T> extends Codec<T> {
  readonly optional: true
}

/** A field that may be left out. */
/* @__NO_SIDE_EFFECTS__ */
export function optional<T>(codec: Codec<T>): OptionalCodec<T> {
  return { ...codec, optional: true }
}

/** A value that may be null on both sides. */
/* @__NO_SIDE_EFFECTS__ */
export function nullable<T>(codec: Codec<T>): Codec<T | null> {
  return {
    shape: { is: 'nullable', of: codec },
    encode: (value) => (value === null ? null : codec.encode(value)),
    decode: (wire) => (wire === null ? null : codec.decode(wire)),
  }
}

/** A list of any length. */
/* @__NO_SIDE_EFFECTS__ */
export function list<T>(codec: Codec<T>): Codec<readonly T[]> {
  return {
    shape: { is: 'list', of: codec },
    encode: (values) => values.map((value) => codec.encode(value)),
    decode(wire) {
      if (!Array.isArray(wire)) throw new Unreadable('not a list')
      return wire.map((value) => codec.decode(value))
    },
  }
}

/** One value that the wire puts into a list of its own. */
/* @__NO_SIDE_EFFECTS__ */
export function only<T>(codec: Codec<T>): Codec<T> {
  return {
    shape: { is: 'only', of: codec },
    encode: (value) => [codec.encode(value)],
    decode: (wire) => codec.decode(Array.isArray(wire) ? wire[0] : undefined),
  }
}

/** A value that the wire puts into an object of its own, under this one name. */
/* @__NO_SIDE_EFFECTS__ */
export function wrapped<T>(name: string, codec: Codec<T>): Codec<T> {
  return {
    shape: { is: 'wrapped', name, of: codec },
    encode: (value) => ({ [name]: codec.encode(value) }),
    decode: (wire) => codec.decode(ownField(wire, name)),
  }
}

/** The envelope of most answers. */
/* @__NO_SIDE_EFFECTS__ */
export function data<T>(codec: Codec<T>): Codec<T> {
  return wrapped('Data', codec)
}

const ownField = (wire: unknown, name: string): unknown =>
  isRecord(wire) && Object.hasOwn(wire, name) ? wire[name] : undefined

/** A field's codec, with its name on the wire where that is another. */
type Field = Codec<unknown> | readonly [wire: string, codec: Codec<unknown>]
export type Fields = Readonly<Record<string, Field>>

type CodecIn<F> = F extends readonly [string, infer C] ? C : F
type IsOptional<F> = CodecIn<F> extends { readonly optional: true } ? true : false
type Flat<T> = { [K in keyof T]: T[K] }

export type ObjectOf<F extends Fields> = Flat<
  {
    readonly [K in keyof F as IsOptional<F[K]> extends true ? never : K]: Value<CodecIn<F[K]>>
  } & {
    readonly [K in keyof F as IsOptional<F[K]> extends true ? K : never]?:
      | Value<CodecIn<F[K]>>
      | undefined
  }
>

/**
 * Constant fields that the wire has beside the value's own. Another value there is unreadable;
 * `mayBeMissing` ones can be left out.
 */
export interface Constants {
  readonly [wire: string]:
    | string
    | boolean
    | { readonly value: string | boolean; readonly mayBeMissing: true }
}

/** An object of these fields. Other fields are neither written nor read. */
/* @__NO_SIDE_EFFECTS__ */
export function object<const F extends Fields>(
  fields: F,
  constants: Constants = {},
): Codec<ObjectOf<F>> {
  const parts = Object.entries(fields).map(([name, field]): WireField => {
    const [wire, codec] = 'decode' in field ? [name, field] : field
    return { name, wire, codec, optional: 'optional' in codec }
  })
  const fixed = Object.entries(constants).map(([wire, constant]) =>
    typeof constant === 'object'
      ? ([wire, constant.value, true] as const)
      : ([wire, constant, false] as const),
  )
  return {
    shape: { is: 'object', fields: parts, constants },

    encode(value) {
      const given: Readonly<Record<string, unknown>> = value
      const wire: Record<string, unknown> = {}
      for (const [name, constant] of fixed) wire[name] = constant
      for (const part of parts) {
        const field = given[part.name]
        if (field !== undefined) wire[part.wire] = part.codec.encode(field)
        else if (!part.optional) throw new TypeError(`${part.name} is missing`)
      }
      return wire
    },

    decode(wire) {
      if (!isRecord(wire)) throw new Unreadable('not an object')
      for (const [name, constant, mayBeMissing] of fixed) {
        const given = Object.hasOwn(wire, name) ? wire[name] : undefined
        if (given !== constant && !(mayBeMissing && given === undefined))
          throw new Unreadable(`${name} is another`)
      }
      const value: Record<string, unknown> = {}
      for (const part of parts) {
        const field = Object.hasOwn(wire, part.wire) ? wire[part.wire] : undefined
        if (field !== undefined) value[part.name] = part.codec.decode(field)
        else if (!part.optional) throw new Unreadable(`${part.wire} is missing`)
      }
      // Each field has just been read by its own codec.
      return value as ObjectOf<F>
    },
  }
}

/** One of two values, told apart by their fields. */
/* @__NO_SIDE_EFFECTS__ */
export function either<A, B>(first: Codec<A>, second: Codec<B>): Codec<A | B> {
  const attempt = <T>(one: () => T, other: () => T): T => {
    try {
      return one()
    } catch {
      return other()
    }
  }
  return {
    shape: { is: 'variants', cases: [first, second] },
    // A codec refuses to write what lacks its fields.
    encode: (value) =>
      attempt(
        () => first.encode(value as A),
        () => second.encode(value as B),
      ),
    decode: (wire) =>
      attempt<A | B>(
        () => first.decode(wire),
        () => second.decode(wire),
      ),
  }
}

/** A codec that refers to itself. `name` is its name in the OpenAPI document. */
/* @__NO_SIDE_EFFECTS__ */
export function named<T>(name: string, codec: () => Codec<T>): Codec<T> {
  return {
    shape: { is: 'named', name, of: codec },
    encode: (value) => codec().encode(value),
    decode: (wire) => codec().decode(wire),
  }
}
