import { listSolvency, noteSolvencyCheck, readSolvencyProof } from '@pipkin/contract'
import { hundredths, moneyText } from '@pipkin/money'
import { checkOwn } from '@pipkin/solvency'
import { call } from '../../../api/call.ts'
import { dayTimeText } from '../../../browser/dates.ts'

/** What this browser found of a player's money in the newest snapshot. */
export type OwnCheck =
  | { readonly kind: 'in'; readonly amount: string; readonly at: string }
  | { readonly kind: 'wrong'; readonly why: string }
  | { readonly kind: 'noSnapshot' }

/**
 * Reads the player's leaves and checks them against the public list. Throws where the server
 * doesn't answer.
 */
export async function checkOwnMoney(playerId: number): Promise<OwnCheck> {
  const proof = await call(readSolvencyProof)
  if (!proof.ok) {
    if (proof.kind === 'refused' && proof.status === 404) return { kind: 'noSnapshot' }
    throw new Error(proof.kind)
  }
  // After the proof, so that its snapshot is in the list.
  const list = await call(listSolvency)
  if (!list.ok) throw new Error(list.kind)
  const published = list.answer.snapshots.find(({ snapshot }) => snapshot === proof.answer.snapshot)
  if (!published) return { kind: 'wrong', why: 'The list lacks the snapshot of your proof.' }
  const checked = checkOwn(proof.answer, published, String(playerId))
  // The result stays here: the server only counts that the player has checked.
  await call(noteSolvencyCheck, { snapshot: published.snapshot })
  const [why] = checked.wrong
  if (why !== undefined || !checked.amounts) return { kind: 'wrong', why: why ?? '' }
  return {
    kind: 'in',
    amount: moneyText(hundredths(checked.amounts.reduce((sum, amount) => sum + amount, 0n))),
    at: dayTimeText(published.at),
  }
}
