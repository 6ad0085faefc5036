import type { Input, moveToDeposit } from '@pipkin/contract'
import { typedAmount } from '../payment-form.tsx'
import type { SenderWallet } from './sender-wallets.ts'

export interface InternalFields {
  /** Empty until one is chosen. */
  readonly wallet: SenderWallet | ''
  readonly amount: string
}

/** The move that the fields ask for; null while they are incomplete. */
export function moveOf(
  player: number,
  { wallet, amount }: InternalFields,
): Input<typeof moveToDeposit> | null {
  const money = typedAmount(amount)
  return wallet === '' || money === null ? null : { player, amount: money, from: wallet }
}
