import { fromHex } from '../fairness/bytes.ts'
import { canonicalJson } from '../fairness/canonical-json.ts'
import type { Proof } from '../fairness/proof.ts'
import {
  type BetFacts,
  type EndFacts,
  generationOf,
  type Receipt,
  signedBytes,
  signedGeneration,
} from '../fairness/receipt.ts'
import { isEd25519 } from './ed25519.ts'
import { nothingWrong, type Step } from './step.ts'

/** What a verifier trusts to check a proof. */
export interface Trust {
  /** The house's Ed25519 key, hex. Null: no signature can be checked, and the verdict says so. */
  readonly publicKey: string | null
  /** Keys that the house signed with before: receipts from then stay good. */
  readonly older?: readonly string[]
  /** Receipts that the player kept; each must agree with the proof of its round. */
  readonly kept?: readonly Receipt<BetFacts | EndFacts>[]
}

/** Whether a receipt carries the signature of the holder of an Ed25519 key (hex). */
export function isSignedBy(receipt: Receipt, publicKey: string): boolean {
  const signed = signedBytes(receipt)
  return signed !== null && isEd25519(fromHex(receipt.signature), signed, fromHex(publicKey))
}

/** Whether a receipt carries the house's signature, by its present key or an older one. */
export const isSignedByHouse = (
  receipt: Receipt,
  publicKey: string,
  older: Trust['older'] = [],
): boolean => [publicKey, ...older].some((key) => isSignedBy(receipt, key))

/** No step without a key to check by. */
export function signatureStep(name: string, receipt: Receipt, { publicKey, older }: Trust): Step[] {
  if (publicKey === null) return []
  const wrong = isSignedByHouse(receipt, publicKey, older) ? [] : ["not the house's signature"]
  return [nothingWrong(name, "the house's signature", wrong)]
}

/** Says where there is no key that no signature was checked. */
export const uncheckedSignatures = ({ publicKey }: Trust): string[] =>
  publicKey === null ? ["Without the house's key no signature was checked."] : []

/**
 * Compares a receipt's facts with its round's proof. `root` is the recomputed layout's, null
 * without one.
 */
export function factsStep(
  name: string,
  { facts }: Receipt<BetFacts | EndFacts>,
  proof: Proof,
  root: string | null,
): Step {
  const wrong = differences(facts, factsOf(proof, facts, root))
  const { deposit, bonus, win } = facts.split
  if (deposit + bonus + win !== facts.stake) wrong.push('a split that is not the stake')
  return nothingWrong(name, "the proof's facts", wrong)
}

/** What a receipt must say. Its own split is taken: that is private, so no proof has it. */
function factsOf(
  proof: Proof,
  { receipt, split }: BetFacts | EndFacts,
  root: string | null,
): object {
  const {
    version,
    transactionId,
    playerId,
    epoch,
    epochCommitment,
    nonce,
    commitment,
    clientSeed,
  } = proof
  const { rulesHash, stake, placedAt, moves, status, payout, settledAt, finishedIn } = proof
  const place = {
    version,
    transactionId,
    playerId,
    ...signedGeneration(generationOf(proof)),
    epoch,
    epochCommitment,
    nonce,
    commitment,
  }
  const bet = { ...place, receipt, clientSeed, rulesHash, stake, split, root, placedAt }
  if (receipt === 'bet') return bet
  return { ...bet, moves, status, payout, settledAt, ...(finishedIn && { finishedIn }) }
}

/** What two records say differently, such as `another stake`. */
export function differences(said: object, known: object): string[] {
  const [one, other] = [membersOf(said), membersOf(known)]
  const fields = new Set([...one.keys(), ...other.keys()])
  return [...fields]
    .filter((field) => one.get(field) !== other.get(field))
    .map((field) => `another ${field}`)
}

const membersOf = (record: object): Map<string, string> =>
  new Map(Object.entries(record).map(([field, value]) => [field, canonicalJson(value)]))
