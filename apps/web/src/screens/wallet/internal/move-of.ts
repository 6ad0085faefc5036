import { amountToMove, type Input, type moveToDeposit } from '@pipkin/contract'
import type { SenderWallet } from './sender-wallets.ts'

export interface InternalFields {
  /** Empty until one is chosen. */
  readonly wallet: SenderWallet | ''
  readonly amount: string
  /** What *Move all* has filled in, the one amount that may have hundredths. */
  readonly all: string
}

/** The move that the fields ask for; null while they are incomplete. */
export function moveOf(player: number, fields: InternalFields): Input<typeof moveToDeposit> | null {
  const amount = amountToMove(fields)
  return fields.wallet === '' || amount === null ? null : { player, amount, from: fields.wallet }
}
