import { hundredths, moneyText, times } from '@pipkin/money'
import { parseRules, type Round, type Rules, rootOf } from '../catalog.ts'
import { fromHex, toHex } from '../fairness/bytes.ts'
import { rulesHash } from '../fairness/canonical-json.ts'
import type { Proof } from '../fairness/proof.ts'
import {
  type BetFacts,
  betOf,
  type EndFacts,
  generationOf,
  type Receipt,
} from '../fairness/receipt.ts'
import { epochCommitment, roundCommitment, roundKey } from '../fairness/seeds.ts'
import { replay } from '../replay.ts'
import { outcomeOf } from '../round.ts'
import { isProof, proofFaults } from './form.ts'
import { allHold, compare, nothingWrong, type Step } from './step.ts'
import { factsStep, signatureStep, type Trust, uncheckedSignatures } from './verify-receipt.ts'
import { skips, voidSteps } from './voids.ts'

export interface Verdict {
  /** Whether every step holds. */
  readonly ok: boolean
  readonly steps: readonly Step[]
  /** What can't be checked yet, or not with this proof, in sentences. */
  readonly unchecked: readonly string[]
  /** The recomputed round, if it could be recomputed. */
  readonly round: Round | null
}

/**
 * Recomputes a settled round from its proof, which may be anything, and says of each step whether
 * it holds.
 */
export function verifyProof(value: unknown, trust: Trust): Verdict {
  const form = nothingWrong('form', 'every field of a proof', proofFaults(value))
  if (!isProof(value)) return { ok: false, steps: [form], unchecked: [], round: null }

  const rules = parseRules(value.rules)
  const { round, steps: played } = rules ? playedSteps(value, rules) : { round: null, steps: [] }
  const steps = [
    form,
    rulesStep(value, rules),
    compare('commitment', value.commitment, toHex(roundCommitment(fromHex(value.roundKey)))),
    ...seedSteps(value),
    ...played,
    ...receiptSteps(value, round && rootOf(round), trust),
    ...voidSteps(value),
    ...(value.voided ? signatureStep('void signature', value.voided, trust) : []),
  ]
  return { ok: allHold(steps), steps, unchecked: uncheckedOf(value, trust), round }
}

function rulesStep({ game, rules, rulesHash: expected }: Proof, parsed: Rules | null): Step {
  if (parsed?.game !== game) return nothingWrong('rules', expected, [`not rules of ${game}`])
  return compare('rules', expected, toHex(rulesHash(rules)))
}

/** Once the epoch seed is revealed: that it was fixed, and that it fixed this round's key. */
function seedSteps(proof: Proof): Step[] {
  if (proof.epochSeed === undefined) return []
  const seed = fromHex(proof.epochSeed)
  return [
    compare('epoch seed', proof.epochCommitment, toHex(epochCommitment(seed))),
    compare('round key', proof.roundKey, toHex(roundKey(seed, proof.playerId, proof.nonce))),
  ]
}

function playedSteps(proof: Proof, rules: Rules): { round: Round | null; steps: Step[] } {
  const { clientSeed, moves, stake } = proof
  const replayed = replay({ rules, roundKey: fromHex(proof.roundKey), clientSeed, moves })
  const expected = `${moves.length} ${moves.length === 1 ? 'move' : 'moves'} to the end`
  if (!replayed.ok)
    return {
      round: null,
      steps: [
        nothingWrong('moves', expected, [`${replayed.why} (move ${Number(replayed.at) + 1})`]),
      ],
    }

  const { round } = replayed
  const outcome = outcomeOf(round)
  if (!outcome)
    return { round, steps: [nothingWrong('moves', expected, ['the round is still open'])] }
  const payout = times(hundredths(BigInt(stake)), outcome.pays)
  return {
    round,
    steps: [
      nothingWrong('moves', expected, []),
      compare('status', proof.status, outcome.status),
      compare('payout', moneyText(hundredths(BigInt(proof.payout))), moneyText(payout)),
    ],
  }
}

function receiptSteps(proof: Proof, root: string | null, trust: Trust): Step[] {
  const steps = (name: string, receipt: Receipt<BetFacts | EndFacts>): Step[] => [
    factsStep(`${name} receipt`, receipt, proof, root),
    ...signatureStep(`${name} signature`, receipt, trust),
  ]
  const kinds = proof.receipts.map(({ facts }) => facts.receipt).toSorted()
  return [
    compare('receipts', 'bet, end', kinds.join(', ')),
    ...proof.receipts.flatMap((receipt) => steps(receipt.facts.receipt, receipt)),
    ...(trust.kept ?? [])
      .filter(concerns(proof))
      .flatMap((receipt) => [
        factsStep('kept receipt', ofThisLife(receipt, proof), proof, root),
        ...signatureStep('kept signature', receipt, trust),
      ]),
  ]
}

/**
 * Whether a kept receipt is of this round: it has its place or its id. By the place alone it
 * reveals a second round in one place.
 */
const concerns =
  (proof: Proof) =>
  ({ facts }: Receipt<BetFacts | EndFacts>): boolean =>
    facts.transactionId === proof.transactionId ||
    (facts.playerId === proof.playerId &&
      generationOf(facts) === generationOf(proof) &&
      facts.epoch === proof.epoch &&
      facts.nonce === proof.nonce)

/**
 * A round that was open when its epoch was voided may have ended before in the lost time, by its
 * player or by a restore that is lost as well, and its player may have kept the receipt of that
 * end. Of this receipt, only the bet's facts must agree.
 */
function ofThisLife(
  receipt: Receipt<BetFacts | EndFacts>,
  { finishedIn, voided }: Proof,
): Receipt<BetFacts | EndFacts> {
  const { facts } = receipt
  if (facts.receipt === 'bet' || finishedIn === undefined || !voided) return receipt
  if (facts.finishedIn !== undefined && !skips(voided.facts, facts.finishedIn)) return receipt
  if (facts.settledAt >= voided.facts.voidedAt) return receipt
  return { ...receipt, facts: betOf(facts) }
}

function uncheckedOf(proof: Proof, trust: Trust): string[] {
  const seed =
    "The epoch seed is not revealed yet: until then only the receipts bind the key to the round's place."
  return [...(proof.epochSeed === undefined ? [seed] : []), ...uncheckedSignatures(trust)]
}
