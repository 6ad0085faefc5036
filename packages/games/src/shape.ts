import { isHex32 } from './fairness/bytes.ts'

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

/** Whether a value that came over the wire has these fields. Others are not looked at. */
export const isShaped = <T>(value: unknown, fields: FieldsOf<T>): value is T =>
  hasFields(value, Object(fields))

const hasFields = (value: unknown, fields: Fields): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(fields).every(([name, field]) => {
    const part: unknown = Reflect.get(value, name)
    if (typeof field === 'string' || !('optional' in field)) return fits(part, field)
    return part === undefined || fits(part, field.optional)
  })

function fits(value: unknown, shape: Shape): boolean {
  if (shape === 'hex32') return isHex32(value)
  if (shape === 'boolean') return typeof value === 'boolean'
  if (shape === 'integer') return Number.isInteger(value)
  if (typeof shape === 'string') return typeof value === 'number'
  if ('oneOf' in shape) return shape.oneOf.some((one) => one === value)
  if ('fields' in shape) return hasFields(value, shape.fields)
  return Array.isArray(value) && value.every((one) => fits(one, shape.list))
}
