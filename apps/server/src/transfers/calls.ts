import type { Handlers } from '../platform/http/call.ts'
import { findReceiver } from './find-receiver.ts'
import { moveToDeposit } from './move-to-deposit.ts'
import { createTransferLimits, type TransferDeps } from './parts.ts'
import { sendMoney } from './send-money.ts'

/**
 * The calls that move money between players and between a player's own wallets: from the wire's
 * names to the trade's.
 */
export function transferCalls(
  deps: TransferDeps,
): Handlers<'walletTransfer' | 'internalTransfer' | 'receiver'> {
  const parts = { ...deps, limits: createTransferLimits(deps) }
  return {
    walletTransfer: (input, { session, key }) =>
      sendMoney(
        parts,
        { sender: session.player, receiver: input.receiverId, amount: input.transferAmount },
        key,
      ),
    internalTransfer: (input, { session, key }) =>
      moveToDeposit(
        parts,
        {
          player: session.player,
          from: input.transferType === 'Winning' ? 'win' : 'referral',
          amount: input.transferAmount,
        },
        key,
      ),
    receiver: ({ id }, { session }) =>
      findReceiver(parts, { sender: session.player, receiver: id }),
  }
}
