import { readFileSync } from 'node:fs'
import { type Money, parseMoney } from '@pipkin/money'
import { parseTransactionId } from '../ledger/transaction-id.ts'

// How commands read what was typed. Each reader throws `Misuse` with a sentence.

/** A word or an option can't be read. The message is one sentence for the operator. */
export class Misuse extends Error {}

/** What was typed after the command's name. */
export interface Typed {
  readonly words: readonly string[]
  readonly options: Readonly<Record<string, string | undefined>>
}

/** The player and the operation of a transaction id. */
export function transactionOf(text = '') {
  const ref = parseTransactionId(text)
  if (!ref) throw new Misuse(`${text} is not a transaction id.`)
  return ref
}

/** A whole number of nine digits at most; `what` is its name in the refusal, as below. */
export function wholeOf(what: string, text = ''): number {
  if (!/^\d{1,9}$/.test(text))
    throw new Misuse(`The ${what} must be a whole number, but is "${text}".`)
  return Number(text)
}

/** One of these words. */
export function oneOf<T extends string>(what: string, words: readonly T[], text = ''): T {
  const found = words.find((word) => word === text)
  if (found === undefined) throw new Misuse(unlisted(what, words, text))
  return found
}

const unlisted = (what: string, words: readonly string[], text: string): string =>
  `The ${what} must be ${words.join(', ')}, but is "${text}".`

/** What a word stands for. */
export function meaningOf<T>(what: string, values: Readonly<Record<string, T>>, text = ''): T {
  const found = Object.entries(values).find(([word]) => word === text)
  if (!found) throw new Misuse(unlisted(what, Object.keys(values), text))
  return found[1]
}

/** The number of an option; undefined where it wasn't given. */
export const maybeWhole = (options: Typed['options'], name: string): number | undefined =>
  options[name] === undefined ? undefined : wholeOf(name, options[name])

/** An amount in fkr. */
export function money(what: string, text: string | undefined): Money {
  const read = parseMoney(text)
  if (read === null) throw new Misuse(`${what} must be an amount in fkr, but is "${text}".`)
  return read
}

/** The amount of an option; undefined where it wasn't given. */
export const moneyOf = (options: Typed['options'], name: string): Money | undefined =>
  options[name] === undefined ? undefined : money(`--${name}`, options[name])

/** `on` or `off`. */
export function isOn(text: string | undefined): boolean {
  if (text !== 'on' && text !== 'off') throw new Misuse(`A game is put on or off, not "${text}".`)
  return text === 'on'
}

/** The fields of a game's rules that the options change; undefined for none. */
export function rulesOf(options: Typed['options']): object | undefined {
  const kind = maybeWhole(options, 'win-percentage')
  if (options.rules === undefined) return kind === undefined ? undefined : { winPercentage: kind }
  try {
    const rules: unknown = JSON.parse(readFileSync(options.rules, 'utf8'))
    if (typeof rules === 'object' && rules)
      return { ...rules, ...(kind !== undefined && { winPercentage: kind }) }
  } catch {
    // Reported below, like a file that holds something else.
  }
  throw new Misuse(`${options.rules} is not a file of JSON rules.`)
}
