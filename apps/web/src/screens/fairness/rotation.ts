import type { Fairness } from '@pipkin/contract'
import { isSeedOf } from './epoch-check.ts'

export interface Rotation {
  /**
   * False if the house broke its word: the epoch isn't the announced one, or the seed doesn't match
   * its commitment.
   */
  readonly asAnnounced: boolean
  readonly text: string
}

/**
 * The result of a rotation, judged by what the browser knew before it. Another of the player's
 * browsers may have ended epochs since.
 */
export function rotationIn(
  before: Fairness,
  { fairness: after }: { readonly fairness: Fairness },
): Rotation {
  const restored = after.ended.some(({ voided }) => voided && voided.in === after.generation)
  if (after.generation !== before.generation && restored)
    return {
      asAnnounced: true,
      text: `The house has restored a backup: epoch ${after.epoch} has a new seed, and those before are voided.`,
    }
  const { epoch } = before
  const seals = sealsOf(after)
  const other = [...sealsOf(before)].find(([of, seal]) => (seals.get(of) ?? seal) !== seal)
  if (other)
    return { asAnnounced: false, text: `Epoch ${other[0]} is not the one that was announced.` }
  if (after.epoch === epoch)
    return { asAnnounced: true, text: `Epoch ${epoch} has no round yet, so it goes on.` }
  const seed = after.ended.find((ended) => ended.epoch === epoch)?.seed
  if (!seed)
    return {
      asAnnounced: true,
      text: `Epoch ${epoch} has ended. Its seed is revealed when its last open round has ended.`,
    }
  return isSeedOf(seed, before.epochCommitment)
    ? {
        asAnnounced: true,
        text: `Epoch ${epoch} has ended. Its seed gives the commitment that you saw before.`,
      }
    : {
        asAnnounced: false,
        text: `Epoch ${epoch} has ended with another seed than was sealed.`,
      }
}

/** The commitments that the house shows, by their epochs. */
const sealsOf = (shown: Fairness): ReadonlyMap<number, string> =>
  new Map([
    ...shown.ended.map(({ epoch, commitment }) => [epoch, commitment] as const),
    [shown.epoch, shown.epochCommitment],
    [shown.epoch + 1, shown.nextEpochCommitment],
  ])
