import type { GameName, RoundStatus } from '@pipkin/games'
import { type Codec, integer, list, money, nullable, object, optional, text, word } from './wire.ts'

/** How a round is going, or how it ended. */
export const roundStatus: Codec<RoundStatus> = /* @__PURE__ */ word(
  'Pending',
  'Win',
  'Loss',
  'PartialWin',
  'Tie',
)

/**
 * Each game's public view, field by field: the second barrier before hidden state. The first is the
 * rules' own `view`. What the end reveals is optional here and comes only with a settled round.
 */
export const gameViews = {
  'guess-number': object({
    numbers: list(integer),
    result: optional(integer),
    first: optional(integer),
    second: optional(integer),
  }),
  mines: object({
    revealed: list(object({ cell: integer, multiplier: integer })),
    winAmount: money,
    root: text,
    proofs: list(object({ cell: integer, multiplier: integer, salt: text, path: list(text) })),
    mines: optional(list(integer)),
    multipliers: optional(list(integer)),
  }),
  'slot-machine': object({ reels: optional(list(integer)) }),
  'tic-tac-toe': object({ board: list(nullable(word('X', 'O'))) }),
} as const satisfies Record<GameName, Codec<object>>

export const gameName: Codec<GameName> = /* @__PURE__ */ word(
  'guess-number',
  'mines',
  'slot-machine',
  'tic-tac-toe',
)
