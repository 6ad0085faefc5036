import { fromHex, toHex } from '../fairness/bytes.ts'
import type { Proof, Voided } from '../fairness/proof.ts'
import {
  type BetFacts,
  type EndFacts,
  generationOf,
  type OfGeneration,
  type SeedPosition,
  type VoidFacts,
} from '../fairness/receipt.ts'
import { epochCommitment } from '../fairness/seeds.ts'
import { nothingWrong, type Step } from './step.ts'

/**
 * How a voided epoch differs from cheating. A house that restores a backup has lost rounds that
 * players have seen, so it must not go on with earlier epochs. It says so to every player once,
 * signed, and all later receipts have the new generation. To void epochs at will, a house would
 * have to show one player another generation than all others.
 */

/** A round of a history, settled or open. */
export type Dealt = SeedPosition &
  OfGeneration &
  Pick<BetFacts, 'epochCommitment' | 'placedAt'> & { readonly finishedIn?: number }

/** A place in the sequence of seeds, for people to read. */
export const positionText = ({ epoch, nonce }: SeedPosition): string =>
  `epoch ${epoch}, nonce ${nonce}`

/** Whether a place comes before another: by epoch, then by nonce. */
export const isBefore = (a: SeedPosition, b: SeedPosition): boolean =>
  a.epoch === b.epoch ? a.nonce < b.nonce : a.epoch < b.epoch

const startOf = ({ epoch, from }: VoidFacts): SeedPosition => ({ epoch, nonce: from })

/**
 * The void by which the house must not deal a place: that of its epoch, or any of its generation if
 * all voided epochs of that lie before. An earlier epoch is voided for its open rounds alone.
 */
function voidOf(
  position: SeedPosition & OfGeneration,
  voids: readonly VoidFacts[],
): VoidFacts | undefined {
  const ended = voids.filter((voided) => generationOf(voided) === generationOf(position))
  const own = ended.find(({ epoch }) => epoch === position.epoch)
  if (own) return isBefore(position, startOf(own)) ? undefined : own
  return ended.every(({ epoch }) => epoch < position.epoch) ? ended[0] : undefined
}

/** Whether a receipt is of a round that a restore may have lost, which is no cheating. */
export function isLost(facts: BetFacts | EndFacts, voids: readonly Voided[]): boolean {
  const all = voids.map((one) => one.facts)
  const skipping = all.find((voided) => skips(voided, generationOf(facts)))
  if (skipping) return facts.placedAt < skipping.voidedAt
  const voided = voidOf(facts, all)
  return (
    voided !== undefined &&
    facts.placedAt < voided.voidedAt &&
    (facts.epoch !== voided.epoch || facts.epochCommitment === voided.epochCommitment)
  )
}

/** Whether a restore went back to before an earlier one, so that nothing of that one is left. */
export const skips = (by: OfGeneration & Pick<VoidFacts, 'voidedIn'>, generation: number) =>
  generationOf(by) < generation && generation < by.voidedIn

/** No step if neither a void nor the round says that the epoch was voided. */
export function voidSteps(proof: Proof): Step[] {
  const { voided, finishedIn } = proof
  if (!voided) {
    if (finishedIn === undefined) return []
    return [nothingWrong('void', 'a void of its epoch', ['the house signed none'])]
  }
  const { facts } = voided
  const wrong = [
    ...(facts.playerId === proof.playerId ? [] : ['of another player']),
    ...(facts.epoch === proof.epoch && generationOf(facts) === generationOf(proof)
      ? []
      : ['of another epoch']),
    ...(facts.epochCommitment === proof.epochCommitment ? [] : ['of another commitment']),
    ...(facts.voidedIn > generationOf(facts) ? [] : ['by an earlier generation']),
    ...(isBefore(proof, startOf(facts)) ? [] : ['the round was dealt though its place was voided']),
    ...(proof.placedAt < facts.voidedAt ? [] : ['the round was dealt later']),
    ...(finishedIn === undefined || finishedIn === facts.voidedIn
      ? []
      : ['the round was finished by another restore']),
  ]
  const finished =
    finishedIn === undefined ? '' : ' The house finished this round by the published moves.'
  const step = nothingWrong('void', 'a void after this round', wrong)
  return [{ ...step, note: `${restoreText(facts)}${finished}` }]
}

/**
 * Checks the change from one generation to the next in a history: a signed void gives the reason,
 * each round is of the generation of its time, and the seeds of voided epochs are there. No step if
 * there is only the first generation.
 */
export function restoreSteps(
  dealt: readonly Dealt[],
  voids: readonly Voided[],
  range: { readonly from: SeedPosition; readonly next: SeedPosition },
): Step[] {
  const facts = voids.map((voided) => voided.facts)
  if (voids.length === 0 && dealt.every((round) => generationOf(round) === 1)) return []
  const wrong = [
    ...voids.flatMap((voided) => faultsOf(voided, facts, isWhole(voided.facts, dealt, range))),
    ...dealt.flatMap((round) => faultsOfRound(round, facts)),
    ...faultsOfOrder([...dealt, ...facts], facts),
  ]
  const step = nothingWrong('restores', 'a signed void where a generation ends', wrong)
  const note = notesOf(facts)
  return [{ ...step, ...(note && { note }) }]
}

/** Whether all rounds of a voided epoch are there and settled: then its seed must be there too. */
const isWhole = (
  voided: VoidFacts,
  dealt: readonly Dealt[],
  { from, next }: { readonly from: SeedPosition; readonly next: SeedPosition },
): boolean =>
  !isBefore({ epoch: voided.epoch, nonce: 0 }, from) &&
  !isBefore(next, startOf(voided)) &&
  dealt.every((round) => round.epoch !== voided.epoch || 'settledAt' in round)

function faultsOf(
  { facts, epochSeed }: Voided,
  all: readonly VoidFacts[],
  isOver: boolean,
): string[] {
  const { epoch, voidedIn, voidedAt } = facts
  const others = all.filter((other) => other !== facts)
  return [
    ...(others.some((other) => other.epoch === epoch) ? [`epoch ${epoch} is voided twice`] : []),
    ...(voidedIn > generationOf(facts)
      ? []
      : [`epoch ${epoch} is voided by an earlier generation`]),
    ...(others.some((other) => other.voidedIn === voidedIn && other.voidedAt !== voidedAt)
      ? [`generation ${voidedIn} began twice`]
      : []),
    ...(epochSeed === undefined && isOver ? [`the seed of epoch ${epoch} is not revealed`] : []),
    ...(epochSeed === undefined ||
    toHex(epochCommitment(fromHex(epochSeed))) === facts.epochCommitment
      ? []
      : [`the seed of epoch ${epoch} is not the one that was committed to`]),
  ]
}

const faultsOfRound = (round: Dealt, voids: readonly VoidFacts[]): string[] =>
  voidOf(round, voids)
    ? [`${positionText(round)} was dealt though it was voided`]
    : voids.some(
          (voided) =>
            generationOf(voided) === generationOf(round) && round.placedAt >= voided.voidedAt,
        )
      ? [`${positionText(round)} was dealt in a generation that had ended`]
      : []

/** Generations come in order, and before each later one there is a void of the one before. */
function faultsOfOrder(
  places: readonly (OfGeneration & { readonly epoch: number })[],
  voids: readonly VoidFacts[],
): string[] {
  const inOrder = places.toSorted((a, b) => a.epoch - b.epoch)
  const wrong = inOrder.flatMap((here, i) => {
    const before = inOrder[i - 1]
    if (!before || generationOf(before) === generationOf(here)) return []
    if (before.epoch === here.epoch) return [`epoch ${here.epoch} is of two generations`]
    if (generationOf(before) > generationOf(here))
      return [`epoch ${here.epoch} is of an earlier generation than epoch ${before.epoch}`]
    const isExplained = voids.some(
      (voided) =>
        generationOf(voided) === generationOf(before) && voided.voidedIn <= generationOf(here),
    )
    return isExplained ? [] : [`no void says why the generation of epoch ${before.epoch} ended`]
  })
  return [...new Set(wrong)]
}

const notesOf = (voids: readonly VoidFacts[]): string =>
  [...new Set(voids.map(({ voidedIn }) => voidedIn))]
    .map((generation) => {
      const ended = voids.filter(({ voidedIn }) => voidedIn === generation)
      const [first] = ended
      return first ? restoreText(first, ended) : ''
    })
    .join(' ')

/** A restore in the player's words. */
function restoreText(first: VoidFacts, voids: readonly VoidFacts[] = [first]): string {
  const [day = '', time = ''] = first.voidedAt.split('T')
  const epochs = voids.map(({ epoch, from }) =>
    from === 0 ? `epoch ${epoch}` : `epoch ${epoch} from round ${from} on`,
  )
  return `On ${day} at ${time.slice(0, 5)} UTC the house restored a backup of its database. That voided ${epochs.join(' and ')}: no such round is dealt again.`
}
