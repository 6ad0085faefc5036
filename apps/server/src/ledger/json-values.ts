import { hundredths, type Money } from '@pipkin/money'
import { z } from 'zod'

/** Reads what PostgreSQL writes in JSON for an amount: whole hundredths of fkr. */
export const money = z.int().transform((count): Money => hundredths(count))
/** Reads what PostgreSQL writes in JSON for a time. */
export const time = z.string().transform((text) => new Date(text))
