import { hundredths, type Money } from '@pipkin/money'
import { json, stored } from '../browser/storage.ts'

/** What the player decides and sees when they bet. */
export interface Wager {
  readonly player: number
  readonly gameId: number
  readonly stake: Money
  readonly commitment: string
  readonly rulesHash: string
}

/**
 * A bet as it goes to the server. If it is sent again with its key, the server answers the same
 * round and takes the stake once.
 */
export interface KeptBet extends Wager {
  readonly clientSeed: string
  readonly key: string
  /** When it was sent (`Date.now()`); null once an answer came or the player saw that none did. */
  readonly underWaySince: number | null
}

/**
 * The bet for a wager. A repeated wager is the same bet, with the same key. The client seed stays
 * until its commitment is used up: a house that claims to have missed a bet gets no second draw
 * (`docs/fairness.md`).
 */
export function betFor(
  wager: Wager,
  kept: KeptBet | undefined,
  { fixed, fresh }: { fixed: string | undefined; fresh: () => string },
): KeptBet {
  const before =
    kept?.player === wager.player && kept.commitment === wager.commitment ? kept : undefined
  const clientSeed = fixed ?? before?.clientSeed ?? fresh()
  const same =
    before?.gameId === wager.gameId &&
    before.stake === wager.stake &&
    before.rulesHash === wager.rulesHash &&
    before.clientSeed === clientSeed
  return { ...wager, clientSeed, key: same ? before.key : fresh(), underWaySince: null }
}

/** A bet that was refused or failed: it keeps its client seed and its key. */
export const answered = (bet: KeptBet): KeptBet => ({ ...bet, underWaySince: null })

/** How long after sending it a reload repeats a bet that got no answer. */
const repeatWithinMs = 60_000

/** Whether a reload interrupted this bet. After an older one, the player bets again themselves. */
export const wasInterrupted = (bet: KeptBet, now: number): boolean =>
  bet.underWaySince !== null && now - bet.underWaySince < repeatWithinMs

/** This tab's bet that has no good answer yet. */
export const keptBet = stored(
  'sessionStorage',
  'pipkin.bet',
  json(parseBet, (bet) => ({ ...bet, stake: String(bet.stake) })),
)

function parseBet(value: unknown): KeptBet | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { player, gameId, stake, commitment, rulesHash, clientSeed, key, underWaySince }: Unknown =
    value
  if (typeof player !== 'number' || typeof gameId !== 'number') return undefined
  if (typeof stake !== 'string' || !/^\d{1,15}$/.test(stake)) return undefined
  if (typeof commitment !== 'string' || typeof rulesHash !== 'string') return undefined
  if (typeof clientSeed !== 'string' || typeof key !== 'string') return undefined
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
