import { fieldOf } from '../../../wallets/field-of.ts'

/** A text that one page passed to the next in the history's state. */
export function textIn(state: unknown, name: string): string | undefined {
  const value = fieldOf(state, name)
  return typeof value === 'string' ? value : undefined
}
