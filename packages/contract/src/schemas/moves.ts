import { z } from 'zod'

/** A move of any game, legal or not in a given round. */
export const move = z.union([
  z.strictObject({ choice: z.literal('number'), number: z.number().int() }),
  z.strictObject({ choice: z.enum(['even', 'odd']) }),
  z.strictObject({ choice: z.literal('range'), from: z.number().int() }),
  z.strictObject({ spin: z.literal(true) }),
  z.strictObject({ reveal: z.number().int() }),
  z.strictObject({ cashOut: z.literal(true) }),
  z.strictObject({ cell: z.number().int() }),
])
