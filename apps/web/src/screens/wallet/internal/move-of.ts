import type { WireBody } from '@pipkin/contract'
import { moneyToWire } from '@pipkin/money'
import { typedAmount } from '../payment-form.tsx'
import type { SenderWallet } from './sender-wallets.ts'

export interface InternalFields {
  /** Nothing is chosen at first. */
  readonly wallet: SenderWallet | ''
  readonly amount: string
}

/** The request that the fields make; null where they make none. */
export function moveOf(
  playerId: number,
  { wallet, amount }: InternalFields,
): WireBody<'internalTransfer'> | null {
  const money = typedAmount(amount)
  if (wallet === '' || money === null) return null
  return { userId: playerId, transferAmount: moneyToWire(money), transferType: wallet }
}
