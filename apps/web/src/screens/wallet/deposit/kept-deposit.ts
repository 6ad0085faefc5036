import { hundredths } from '@pipkin/money'
import { isAddress } from '../../../wallets/provider.ts'
import type { Mining, Reporting } from './deposit-state.ts'

const storageKey = (playerId: number) => `openDeposit.${playerId}`

/**
 * Keeps a deposit that the server doesn't know yet on this device, so that a closed page loses
 * nothing.
 */
export function keepDeposit(playerId: number, deposit: Mining | Reporting | null): void {
  if (deposit) localStorage.setItem(storageKey(playerId), depositText(deposit))
  else localStorage.removeItem(storageKey(playerId))
}

export const readKeptDeposit = (playerId: number): Mining | Reporting | null =>
  parseDeposit(localStorage.getItem(storageKey(playerId)))

/** The amount in 1/100 fkr, as text: JSON has no whole numbers of that size. */
export const depositText = (deposit: Mining | Reporting): string =>
  JSON.stringify({ ...deposit, amount: String(deposit.amount) })

/** What `depositText` wrote; null for nothing and for anything else. */
export function parseDeposit(text: string | null): Mining | Reporting | null {
  const { at, amount, wallet, key, account, approval } = fieldsOf(text)
  if (typeof amount !== 'string' || !/^\d{1,20}$/.test(amount)) return null
  if (typeof wallet !== 'string' || typeof key !== 'string' || !isAddress(account)) return null
  const deposit = { amount: hundredths(BigInt(amount)), wallet, key, account }
  if (at === 'reporting') return { ...deposit, at }
  if (at !== 'mining' || typeof approval !== 'string' || !/^0x[0-9a-f]{64}$/i.test(approval))
    return null
  return { ...deposit, at, approval: `0x${approval.slice(2)}` }
}

function fieldsOf(text: string | null): Record<string, unknown> {
  try {
    return Object(JSON.parse(text ?? 'null'))
  } catch {
    return {}
  }
}
