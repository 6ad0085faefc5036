import { hundredths, type Money } from '@pipkin/money'
import { readStored, type Store, writeStored } from './storage.ts'

/** What the player decides and sees when they bet. */
export interface Wager {
  readonly player: number
  readonly gameId: number
  readonly stake: Money
  readonly commitment: string
  readonly rulesHash: string
}

/**
 * A bet as it goes to the server. Sent again with its key it answers the same round and takes
 * nothing twice.
 */
export interface KeptBet extends Wager {
  readonly clientSeed: string
  readonly key: string
  /** When it went out, `Date.now()`; null once an answer has come or its absence has been told. */
  readonly underWaySince: number | null
}

/**
 * The bet for a wager. The same wager again is the same bet, with the same key. And as long as a
 * commitment hasn't been used up, its client seed stays: a house that pretends not to have heard a
 * bet gets no second draw (`docs/fairness.md`).
 */
export function betFor(
  wager: Wager,
  kept: KeptBet | null,
  { fixed, fresh }: { fixed: string | null; fresh: () => string },
): KeptBet {
  const before = kept?.player === wager.player && kept.commitment === wager.commitment ? kept : null
  const clientSeed = fixed ?? before?.clientSeed ?? fresh()
  const same =
    before?.gameId === wager.gameId &&
    before.stake === wager.stake &&
    before.rulesHash === wager.rulesHash &&
    before.clientSeed === clientSeed
  return { ...wager, clientSeed, key: same ? before.key : fresh(), underWaySince: null }
}

/**
 * A bet that got an answer, if no good one: its client seed stays, whatever key it goes out with
 * next.
 */
export const answered = (bet: KeptBet, key: string): KeptBet => ({
  ...bet,
  key,
  underWaySince: null,
})

/**
 * How long after it went out a bet that got no answer is sent again by itself, when the page was
 * loaded anew.
 */
const repeatWithinMs = 60_000

/**
 * Whether a reload came in the middle of this bet. One that lies longer back asks the player anew.
 */
export const wasCutOff = (bet: KeptBet, now: number): boolean =>
  bet.underWaySince !== null && now - bet.underWaySince < repeatWithinMs

const name = 'pipkin.bet'

export const keepBet = (store: Store, bet: KeptBet): void =>
  writeStored(store, name, { ...bet, stake: String(bet.stake) })

export const forgetBet = (store: Store): void => store.removeItem(name)

export function readBet(store: Store): KeptBet | null {
  const value = readStored(store, name)
  if (typeof value !== 'object' || value === null) return null
  const { player, gameId, stake, commitment, rulesHash, clientSeed, key, underWaySince }: Unknown =
    value
  if (typeof player !== 'number' || typeof gameId !== 'number') return null
  if (typeof stake !== 'string' || !/^\d{1,15}$/.test(stake)) return null
  if (typeof commitment !== 'string' || typeof rulesHash !== 'string') return null
  if (typeof clientSeed !== 'string' || typeof key !== 'string') return null
  return {
    player,
    gameId,
    stake: hundredths(BigInt(stake)),
    commitment,
    rulesHash,
    clientSeed,
    key,
    underWaySince: typeof underWaySince === 'number' ? underWaySince : null,
  }
}

type Unknown = Partial<Record<keyof KeptBet, unknown>>
