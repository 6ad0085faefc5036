import { type Money, parseMoney, parseWholeMoney } from '@pipkin/money'

/** The amount in a field's text; null unless it is above zero. */
export const typedAmount = (text: string): Money | null => positive(parseMoney(text))

/** The same of a field that takes digits alone. */
export const typedWholeAmount = (text: string): Money | null => positive(parseWholeMoney(text))

const positive = (money: Money | null): Money | null =>
  money !== null && money > 0n ? money : null
