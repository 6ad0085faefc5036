import { listSolvency, noteSolvencyCheck, readSolvencyProof, type Snapshot } from '@pipkin/contract'
import { hundredths, moneyText } from '@pipkin/money'
import { checkOwn } from '@pipkin/solvency'
import { call } from '../../../api/call.ts'
import { dayTimeText } from '../../../browser/dates.ts'

/** What this browser found of a player's money in the newest snapshot. */
export type OwnCheck =
  | { readonly kind: 'in'; readonly amount: string; readonly at: string }
  | { readonly kind: 'wrong'; readonly why: string }
  /** The house has no proof for the player, who came after that snapshot or was left out of it. */
  | { readonly kind: 'absent'; readonly at: string }
  | { readonly kind: 'noSnapshot' }

/**
 * Reads the player's leaves and checks them against the public list. Throws where the server
 * doesn't answer.
 */
export async function checkOwnMoney(playerId: number): Promise<OwnCheck> {
  const before = await readSnapshots()
  const [newest] = before
  const proof = await call(readSolvencyProof)
  if (!proof.ok) {
    if (proof.kind !== 'refused' || proof.status !== 404) throw new Error(proof.kind)
    return newest ? { kind: 'absent', at: dayTimeText(newest.at) } : { kind: 'noSnapshot' }
  }
  const isOfProof = ({ snapshot }: Snapshot) => snapshot === proof.answer.snapshot
  // One that was taken between the two calls isn't in the first list.
  const published = before.find(isOfProof) ?? (await readSnapshots()).find(isOfProof)
  if (!published) return { kind: 'wrong', why: 'The list lacks the snapshot of your proof.' }
  // A player who was left out since would still be in an older one.
  if (newest && published.at < newest.at)
    return { kind: 'wrong', why: 'Your proof is of an older snapshot than the newest.' }
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

async function readSnapshots(): Promise<readonly Snapshot[]> {
  const list = await call(listSolvency)
  if (!list.ok) throw new Error(list.kind)
  return list.answer.snapshots
}
