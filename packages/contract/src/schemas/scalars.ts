import { games } from '@pipkin/games'
import type { Money } from '@pipkin/money'
import { z } from 'zod'

/** Eight random digits; the player's public id. */
export type PlayerId = number & z.$brand<'PlayerId'>

/**
 * Text from outside: bounded, well formed (no lone surrogates), without NUL: every store and log
 * can hold it.
 */
export const text = (most: number) =>
  z
    .string()
    .max(most)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'not well-formed text')

const wholeNumber = z.number().int().min(0)

/** An id that no player can have is answered like one that doesn't exist: it becomes 0. */
export const playerId = wholeNumber
  .transform((id) => (id <= 99_999_999 ? id : 0) as PlayerId)
  .meta({ description: 'A player: 8 digits' })
export const gameId = wholeNumber
  .max(32_767)
  .meta({ description: games.map(({ name, offer }) => `${offer.id} ${name}`).join(', ') })

/** Opaque outside. A text that can't be one is answered like one that doesn't exist. */
export const transactionId = text(100)

/** Zero and less is refused by the use case. */
export const money = z.custom<Money>((value) => typeof value === 'bigint')

export const hex32 = z.string().regex(/^[0-9a-f]{64}$/)
export const cursor = text(200).optional()
export const pageLimit = z.number().int().min(1).max(100).default(20)

/** An IANA time zone's name, such as `Asia/Kolkata`; the server's own where it is left out. */
export const timeZone = text(64).optional()
/**
 * PostgreSQL reads it: no year 0, no offset of 16 hours or more, which no place has, and no endless
 * fraction.
 */
const isReadable = (value: string) =>
  value.length <= 40 && !value.startsWith('0000') && !/[+-](1[6-9]|2\d):\d\d$/.test(value)

/** A day that exists, as `2026-11-01`. */
export const day = z.iso.date().refine(isReadable, 'not a day')

/** A day in the asked time zone, the whole of it, or an instant with its offset. */
export const dayOrInstant = z
  .union([day, z.iso.datetime({ offset: true }).refine(isReadable, 'not a time')])
  .optional()
  .meta({ description: 'A day (2026-11-20) or an instant (2026-11-20T18:30:00Z)' })
