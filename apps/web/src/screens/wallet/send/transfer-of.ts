import type { WireBody } from '@pipkin/contract'
import { type Money, moneyToWire } from '@pipkin/money'

/** The request that sends to another player. */
export const transferOf = (
  senderId: number,
  receiverId: number,
  amount: Money,
): WireBody<'walletTransfer'> => ({ senderId, receiverId, transferAmount: moneyToWire(amount) })
