import { type Fields, games, type Move, type Shape } from '@pipkin/games'
import { z } from 'zod'

/** An object of these fields and no other. */
export const objectOf = (fields: Fields): z.ZodType<object> =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        typeof field === 'object' && 'optional' in field
          ? schemaOf(field.optional).optional()
          : schemaOf(field),
      ]),
    ),
  )

function schemaOf(shape: Shape): z.ZodType {
  if (shape === 'boolean') return z.boolean()
  if (shape === 'hex32') return z.string().regex(/^[0-9a-f]{64}$/)
  if (shape === 'number' || shape === 'ofStake') return z.number()
  if (shape === 'integer') return z.number().int()
  if ('oneOf' in shape) return z.literal([...shape.oneOf])
  return 'list' in shape ? z.array(schemaOf(shape.list)) : objectOf(shape.fields)
}

/** A move of any game, legal or not in a given round: one of the forms that the games list. */
export const move = z
  .union(games.flatMap(({ moveForms }) => moveForms).map(objectOf))
  // `FieldsOf` holds the forms of each game to its moves.
  .transform((value) => value as Move)
