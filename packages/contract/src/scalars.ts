import { type Money, moneyFromWire, moneyToWire, wholeMoneyFromWire } from '@pipkin/money'
import { z } from 'zod'

/** Eight random digits; the player's public id. */
export type PlayerId = number & z.$brand<'PlayerId'>

/**
 * Text from outside: bounded, well formed (no lone surrogates), without NUL, so that every store
 * and log can hold it.
 */
export const text = (most: number) =>
  z
    .string()
    .max(most)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'not well-formed text')

const wireNumber = z.union([z.number(), z.string().max(20)])

/** An id on the way in: an integer, or ASCII digits. */
const integerId = wireNumber.transform((value, context) => {
  const id =
    typeof value === 'number' ? value : /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
  if (Number.isSafeInteger(id) && id >= 0) return id
  context.addIssue({ code: 'custom', message: 'not an id' })
  return z.NEVER
})

/**
 * An id with more digits than any player's is nobody's, like 0: it is answered like one that
 * doesn't exist.
 */
export const playerId = integerId
  .transform((id) => (id <= 99_999_999 ? id : 0) as PlayerId)
  .meta({ description: 'A player: 8 digits' })
export const gameId = integerId
  .refine((id) => id <= 32_767)
  .meta({
    description: '1 guess-number, 2 mines, 3 slot-machine, 4 tic-tac-toe',
  })

/** Opaque outside. A text that can't be one is answered like one that doesn't exist. */
export const transactionId = text(100)

const amount = (parse: (value: unknown) => Money | null, description: string) =>
  wireNumber
    .transform((value, context) => {
      const money = parse(value)
      if (money !== null) return money
      context.addIssue({ code: 'custom', message: 'not an amount' })
      return z.NEVER
    })
    .meta({ description })

/** fkr with up to two decimals: `12.5`, `"12.50"`. Zero and less is refused by the use case. */
export const amountIn = amount(moneyFromWire, 'fkr, at most two decimals')
/** Whole fkr: `25`, `"25"`. */
export const wholeAmountIn = amount(wholeMoneyFromWire, 'whole fkr')

/** Money on the way out: a JSON number in fkr. */
export const amountOut = z
  .custom<Money>((value) => typeof value === 'bigint')
  .transform(moneyToWire)
  .pipe(z.number())
  .meta({ description: 'fkr, at most two decimals' })

/** ISO 8601 UTC on the wire, a Date inside. */
export const timeOut = z
  .custom<Date>((value) => value instanceof Date)
  .transform((date) => date.toISOString())
  .pipe(z.string())
  .meta({ description: 'ISO 8601, UTC' })

export const hex32 = z.string().regex(/^[0-9a-f]{64}$/)
export const cursor = text(200).optional()
export const pageLimit = z
  .union([
    z.number(),
    z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number),
  ])
  .pipe(z.number().int().min(1).max(100))
  .default(20)
export const flag = z
  .union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')])
  .default(false)

/** An IANA time zone's name, such as `Asia/Kolkata`; the server's own where it is left out. */
export const timeZone = text(64).optional()
/**
 * PostgreSQL reads it: no year 0, no offset of 16 hours or more, which no place has, and no endless
 * fraction.
 */
const isReadable = (value: string) =>
  value.length <= 40 && !value.startsWith('0000') && !/[+-](1[6-9]|2\d):\d\d$/.test(value)

/** A day in the asked time zone, the whole of it, or an instant with its offset. */
export const dayOrInstant = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })])
  .refine(isReadable, 'not a time')
  .optional()
  .meta({ description: 'A day (2026-11-20) or an instant (2026-11-20T18:30:00Z)' })
