import type { Handlers } from '../platform/http/call.ts'
import { findReceiver } from './find-receiver.ts'
import { moveToDeposit } from './move-to-deposit.ts'
import { createTransferLimits, type TransferDeps } from './parts.ts'
import { sendMoney } from './send-money.ts'

/** The calls that move money between players and between a player's own wallets. */
export function transferCalls(
  deps: TransferDeps,
): Handlers<'sendMoney' | 'moveToDeposit' | 'findReceiver'> {
  const parts = { ...deps, limits: createTransferLimits(deps) }
  return {
    sendMoney: (input, { key }) => sendMoney(parts, input, key),
    moveToDeposit: (input, { key }) => moveToDeposit(parts, input, key),
    findReceiver: ({ receiver }, { session }) =>
      findReceiver(parts, { sender: session.player, receiver }),
  }
}
