/**
 * What a view or a move looks like on the wire, as plain data. The contract makes schemas of it,
 * and a browser loads no validator for it. `FieldsOf` has the compiler ask for every field.
 */
export type Shape =
  | 'number'
  | 'integer'
  /** Hundredths of the stake in the rules; money on the wire. */
  | 'ofStake'
  /** 32 bytes as lower-case hex. */
  | 'hex32'
  | 'boolean'
  | { readonly oneOf: readonly (string | true | null)[] }
  | { readonly list: Shape }
  | { readonly fields: Fields }

export type Fields = Readonly<Record<string, Shape | { readonly optional: Shape }>>

/** The shapes that describe a type. */
type ShapeOf<T> = [T] extends [readonly (infer E)[]]
  ? { readonly list: ShapeOf<E> }
  : [T] extends [number]
    ? 'number' | 'integer' | 'ofStake'
    : [T] extends [string | boolean | null]
      ? LeafOf<T>
      : { readonly fields: FieldsOf<T> }

type LeafOf<T> = string extends T
  ? 'hex32'
  : boolean extends T
    ? 'boolean'
    : { readonly oneOf: readonly T[] }

/** The fields of a type, each described; of a union, those of one of its members. */
export type FieldsOf<T> = T extends unknown
  ? {
      readonly [K in keyof T]-?: undefined extends T[K]
        ? { readonly optional: ShapeOf<Exclude<T[K], undefined>> }
        : ShapeOf<T[K]>
    }
  : never
