import { isRoundReceipt, type Trust } from '@pipkin/games/verify'
import { readReceipts } from '../../play/receipts.ts'

/**
 * What this browser judges a proof by: the house's keys, those before today's too, and the receipts
 * that it kept.
 */
export const trustBy = (keys: {
  readonly publicKey: string
  readonly older: readonly string[]
}): Trust => ({
  ...keys,
  kept: readReceipts().filter(isRoundReceipt),
})
