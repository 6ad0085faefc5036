import type { History, Proof, Voided } from '../fairness/proof.ts'
import {
  type BetFacts,
  betOf,
  type EndFacts,
  type HeadFacts,
  type Receipt,
  type SeedPosition,
} from '../fairness/receipt.ts'
import { historyFaults, isHistoryOutline, isProof } from './form.ts'
import { type Progress, toTheEnd } from './progress.ts'
import { allHold, nothingWrong, type Step } from './step.ts'
import { type Verdict, verifyProof } from './verify-proof.ts'
import {
  differences,
  isSignedByHouse,
  signatureStep,
  type Trust,
  uncheckedSignatures,
} from './verify-receipt.ts'
import { type Dealt, isBefore, isLost, positionText, restoreSteps } from './voids.ts'

export interface HistoryVerdict {
  /** Whether every step of the history and of all its rounds holds. */
  readonly ok: boolean
  readonly steps: readonly Step[]
  /** One for each proof, in the order of the file. */
  readonly rounds: readonly Verdict[]
  /** What can't be checked of it or of one of its rounds, each sentence once. */
  readonly unchecked: readonly string[]
}

/** What a settled round's proof and an open round's receipt have in common. */
type Entry = Dealt & Pick<BetFacts, 'playerId' | 'transactionId'>

/**
 * Checks every round of an exported history, which may be anything, and that none is missing, moved
 * or doubled.
 */
export const verifyHistory = (value: unknown, trust: Trust): HistoryVerdict =>
  toTheEnd(verifyingHistory(value, trust))

/** The same, one round at a step: each takes milliseconds, and there may be thousands. */
export function* verifyingHistory(
  value: unknown,
  trust: Trust,
): Generator<Progress, HistoryVerdict> {
  const form = nothingWrong('form', 'every part of a history', historyFaults(value))
  if (!isHistoryOutline(value)) return { ok: false, steps: [form], rounds: [], unchecked: [] }

  const { head, open, voided = [] } = value
  const voids = voided.map(({ facts }) => facts)
  const rounds: Verdict[] = []
  for (const proof of value.proofs) {
    rounds.push(verifyProof(proof, trust))
    yield { checked: rounds.length, of: value.proofs.length }
  }
  const proofs = value.proofs.filter(isProof)
  const entries = [...proofs, ...open.map(({ facts }) => facts)]
  const steps = [
    form,
    ...signatureStep('head signature', head, trust),
    ...open.flatMap((bet) => signatureStep(`signature at ${positionText(bet.facts)}`, bet, trust)),
    ...voided.flatMap((epoch) =>
      signatureStep(`signature of the void of epoch ${epoch.facts.epoch}`, epoch, trust),
    ),
    roundsStep(rounds),
    playerStep(
      [...entries, ...voids.map((epoch) => ({ ...epoch, nonce: epoch.from }))],
      head.facts,
    ),
    orderStep(proofs),
    sequenceStep(entries, head.facts, new Set(voids.map(({ epoch }) => epoch))),
    epochStep([...entries, ...voids]),
    seedsStep(proofs, open, head.facts),
    ...restoreSteps(entries, voided, head.facts),
    idStep(entries),
    ...keptSteps({ entries, open, voided }, head.facts, trust),
  ]
  const unchecked = rounds.flatMap((round) => round.unchecked)
  return {
    ok: allHold(steps),
    steps,
    rounds,
    unchecked: [...new Set([...unchecked, ...uncheckedSignatures(trust)])],
  }
}

function roundsStep(rounds: readonly Verdict[]): Step {
  const failing = ({ steps }: Verdict) =>
    steps.flatMap(({ ok, name }) => (ok ? [] : [name])).join(', ')
  const wrong = rounds.flatMap((round, i) =>
    round.ok ? [] : [`proof ${i + 1}: ${failing(round)}`],
  )
  return nothingWrong('rounds', `${rounds.length} rounds that check out`, wrong)
}

function playerStep(
  entries: readonly (SeedPosition & Pick<Entry, 'playerId'>)[],
  { playerId }: HeadFacts,
): Step {
  const others = entries.filter((entry) => entry.playerId !== playerId)
  const wrong = others.map((entry) => `${positionText(entry)} is of ${entry.playerId}`)
  return nothingWrong('player', playerId, wrong)
}

function orderStep(proofs: readonly SeedPosition[]): Step {
  const late = proofs.filter((proof, i) => {
    const before = proofs[i - 1]
    return before !== undefined && !isBefore(before, proof)
  })
  const wrong = late.map((proof) => `${positionText(proof)} stands too late`)
  return nothingWrong('order', 'by epoch and nonce', wrong)
}

/**
 * Checks that exactly one round has each place in the signed head's range, and no round has another
 * place. No epoch is skipped, except one that was voided before its first round.
 */
function sequenceStep(
  entries: readonly SeedPosition[],
  { from, next, used }: HeadFacts,
  voided: ReadonlySet<number>,
): Step {
  const expected = `every place from ${positionText(from)} to before ${positionText(next)}`
  if (isBefore(next, from) || used.length !== next.epoch - from.epoch)
    return nothingWrong('sequence', expected, ['the head contradicts itself'])

  const taken = new Map<string, number>()
  for (const place of entries.map(positionText)) taken.set(place, (taken.get(place) ?? 0) + 1)
  const wrong: string[] = []
  for (const place of positionsOf(from, next, used)) {
    const rounds = taken.get(place) ?? 0
    if (rounds === 0) wrong.push(`${place} is missing`)
    if (rounds > 1) wrong.push(`${place} is taken ${rounds} times`)
    taken.delete(place)
  }
  const beyond = [...taken.keys()].map((place) => `${place} is not among them`)
  const skipped = used.flatMap((count, i) =>
    count === 0 && !voided.has(from.epoch + i) ? [`epoch ${from.epoch + i} was skipped`] : [],
  )
  return nothingWrong('sequence', expected, [...wrong, ...beyond, ...skipped])
}

function positionsOf(from: SeedPosition, next: SeedPosition, used: readonly number[]): string[] {
  return [...used, next.nonce].flatMap((count, i) => {
    const first = i === 0 ? from.nonce : 0
    const nonces = Array.from({ length: Math.max(0, count - first) }, (_, j) => first + j)
    return nonces.map((nonce) => positionText({ epoch: from.epoch + i, nonce }))
  })
}

function epochStep(entries: readonly Pick<Entry, 'epoch' | 'epochCommitment'>[]): Step {
  const commitments = new Map<number, Set<string>>()
  const epochs = new Map<string, Set<number>>()
  for (const { epoch, epochCommitment } of entries) {
    commitments.set(epoch, (commitments.get(epoch) ?? new Set()).add(epochCommitment))
    epochs.set(epochCommitment, (epochs.get(epochCommitment) ?? new Set()).add(epoch))
  }
  const several = [...commitments].flatMap(([epoch, { size }]) =>
    size === 1 ? [] : [`epoch ${epoch} has ${size}`],
  )
  // With a seed that comes again, the house knows what one client seed meets.
  const again = [...epochs.values()].flatMap((sharing) =>
    sharing.size === 1 ? [] : [`epochs ${[...sharing].join(' and ')} have the same`],
  )
  return nothingWrong('epochs', 'each has one of its own', [...several, ...again])
}

/**
 * Checks that the house has revealed the seed of each epoch that is over. As long as it hasn't, it
 * may have chosen each key by itself, against a client seed that it knew. An epoch is over for sure
 * where it is here as a whole, and all its rounds had ended before the last bet.
 */
function seedsStep(
  proofs: readonly Proof[],
  open: History['open'],
  { from, next, signedAt }: HeadFacts,
): Step {
  const mayGoOn = new Set([
    next.epoch,
    ...(from.nonce > 0 ? [from.epoch] : []),
    ...open.map(({ facts }) => facts.epoch),
    ...proofs.flatMap(({ epoch, settledAt }) => (settledAt < signedAt ? [] : [epoch])),
  ])
  const secret = proofs.flatMap(({ epoch, epochSeed }) =>
    epochSeed === undefined && epoch < next.epoch && !mayGoOn.has(epoch) ? [epoch] : [],
  )
  const wrong = [...new Set(secret)].map((epoch) => `that of epoch ${epoch} is kept secret`)
  return nothingWrong('seeds', 'of each epoch that is over', wrong)
}

function idStep(entries: readonly Entry[]): Step {
  const seen = new Set<string>()
  const twice = entries.filter(({ transactionId }) => seen.size === seen.add(transactionId).size)
  const wrong = twice.map(({ transactionId }) => `${transactionId} is there twice`)
  return nothingWrong('ids', 'one round each', wrong)
}

interface Told {
  readonly entries: readonly Entry[]
  readonly open: readonly Receipt<BetFacts>[]
  readonly voided: readonly Voided[]
}

/**
 * Finds kept receipts of rounds that are missing, although the head covers their places or was
 * signed after their bets, and no restore has lost them; and those of open rounds with another bet
 * or with an end. Those of settled rounds are compared with their proofs.
 */
function keptSteps(
  { entries, open, voided }: Told,
  head: HeadFacts,
  { kept, publicKey, older }: Trust,
): Step[] {
  if (!kept) return []
  const there = new Set(entries.map(({ transactionId }) => transactionId))
  const absent = kept.filter(
    ({ facts }) =>
      facts.playerId === head.playerId &&
      !isBefore(facts, head.from) &&
      !there.has(facts.transactionId) &&
      (facts.placedAt < head.signedAt || isBefore(facts, head.next)),
  )
  const lost = absent.filter(({ facts }) => isLost(facts, voided))
  const missing = absent.filter((receipt) => !lost.includes(receipt))
  const bets = new Map(open.map(({ facts }) => [facts.transactionId, facts]))
  const changed = kept.filter(({ facts }) => {
    const bet = bets.get(facts.transactionId)
    if (bet === undefined) return false
    return differences(betOf(facts), bet).length > 0 || hasEnded(facts, head, voided)
  })
  const wrong = [...missing, ...changed].map((receipt) =>
    publicKey === null || isSignedByHouse(receipt, publicKey, older)
      ? `${positionText(receipt.facts)} is not the round of the kept receipt`
      : `${positionText(receipt.facts)}: the kept receipt was not signed by the house`,
  )
  const step = nothingWrong('kept receipts', 'their rounds are all there', wrong)
  if (lost.length === 0) return [step]
  const rounds = new Set(lost.map(({ facts }) => facts.transactionId)).size
  const note = `A restore has lost ${rounds} ${rounds === 1 ? 'round' : 'rounds'} whose receipts this browser kept. Show them to Support.`
  return [{ ...step, note }]
}

/**
 * Whether a receipt says that its round had ended when the history was made. A restore may have
 * opened it again, and voided its epoch.
 */
function hasEnded(
  facts: BetFacts | EndFacts,
  { signedAt }: HeadFacts,
  voided: readonly Voided[],
): boolean {
  return (
    facts.receipt === 'end' &&
    facts.settledAt < signedAt &&
    voided.every((one) => one.facts.epoch !== facts.epoch)
  )
}
