import { hundredths } from '@pipkin/money'
import { json, stored } from '../../../browser/storage.ts'
import { isAddress } from '../../../wallets/provider.ts'
import type { Mining, Reporting } from './deposit-state.ts'

type Unreported = Mining | Reporting

/** The amount is text in 1/100 fkr: JSON has no integers of that size. */
export const depositFormat = json<Unreported>(parseDeposit, (deposit) => ({
  ...deposit,
  amount: String(deposit.amount),
}))

const storedDeposit = (playerId: number) =>
  stored('localStorage', `openDeposit.${playerId}`, depositFormat)

/** Keeps a deposit that the server doesn't know yet, for the next visit; null forgets it. */
export const keepDeposit = (playerId: number, deposit: Unreported | null): void =>
  storedDeposit(playerId).write(deposit ?? undefined)

export const readKeptDeposit = (playerId: number): Unreported | null =>
  storedDeposit(playerId).read() ?? null

function parseDeposit(value: unknown): Unreported | undefined {
  const { at, amount, wallet, key, account, approval }: Record<string, unknown> = Object(value)
  if (typeof amount !== 'string' || !/^\d{1,20}$/.test(amount)) return undefined
  if (typeof wallet !== 'string' || typeof key !== 'string' || !isAddress(account)) return undefined
  const deposit = { amount: hundredths(BigInt(amount)), wallet, key, account }
  if (at === 'reporting') return { ...deposit, at }
  if (at !== 'mining' || typeof approval !== 'string' || !/^0x[0-9a-f]{64}$/i.test(approval))
    return undefined
  return { ...deposit, at, approval: `0x${approval.slice(2)}` }
}
