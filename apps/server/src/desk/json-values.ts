import { hundredths, type Money } from '@pipkin/money'
import { z } from 'zod'

// How the database's answers in JSON write what JSON has no type for.

export const money = z.int().transform((count): Money => hundredths(count))
export const time = z.string().transform((text) => new Date(text))
