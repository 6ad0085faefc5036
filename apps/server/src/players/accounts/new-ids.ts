import type { Surroundings } from '../../platform/process/clock.ts'

type Chance = Pick<Surroundings, 'randomInt'>

/** Letters and digits that can't be confused with one another. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Eight random digits: ids reveal neither the order nor the number of the players. */
export const newPlayerId = ({ randomInt }: Chance): number => randomInt(10_000_000, 100_000_000)

/** A code of eight characters that are hard to confuse, for a player's friends to type. */
export const newInviteCode = ({ randomInt }: Chance): string =>
  Array.from({ length: 8 }, () => alphabet.charAt(randomInt(0, alphabet.length))).join('')
