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

interface Answer {
  readonly revealed: { readonly seed: string } | null
  readonly fairness: Fairness
}

/** The result of a rotation, judged by what the browser knew before it. */
export function rotationIn(before: Fairness, { revealed, fairness: after }: Answer): Rotation {
  const restored = after.ended.some(({ voided }) => voided && voided.in === after.generation)
  if (after.generation !== before.generation && restored)
    return {
      asAnnounced: true,
      text: `The house has restored a backup: epoch ${after.epoch} has a new seed, and those before are voided.`,
    }
  if (after.epoch === before.epoch)
    return { asAnnounced: true, text: `Epoch ${before.epoch} has no round yet, so it goes on.` }
  if (after.epoch === before.epoch + 1 && after.epochCommitment !== before.nextEpochCommitment)
    return { asAnnounced: false, text: `Epoch ${after.epoch} is not the one that was announced.` }
  if (!revealed)
    return {
      asAnnounced: true,
      text: `Epoch ${before.epoch} has ended. Its seed is revealed when its last open round has ended.`,
    }
  return isSeedOf(revealed.seed, before.epochCommitment)
    ? {
        asAnnounced: true,
        text: `Epoch ${before.epoch} has ended. Its seed gives the commitment that you saw before.`,
      }
    : {
        asAnnounced: false,
        text: `Epoch ${before.epoch} has ended with another seed than was sealed.`,
      }
}
