import { z } from 'zod'
import { amountOut } from './scalars.ts'
import type { CallSpec } from './spec.ts'

export const game = z.object({
  Id: z.number(),
  Name: z.string(),
  Slogan: z.string(),
  Image: z.string(),
  GameUrl: z.string(),
  DemogameUrl: z.string(),
  IsLive: z.boolean(),
  IsDeleted: z.boolean(),
  Increment_Amt: amountOut,
  Max_Amount: amountOut,
  MinBet_Amt: amountOut,
  WinPercentage: z.number(),
  /** The rules object that new rounds take (`docs/fairness.md`). */
  Rules: z.record(z.string(), z.unknown()),
  /** Exact returns by the solver, as fractions of the stake. */
  Returns: z.object({
    best: z.number(),
    /** Best play in a sentence. */
    bestPlay: z.string(),
    strategies: z.array(z.object({ name: z.string(), return: z.number() })),
  }),
  Min_Round_Ms: z.number(),
  /** Rounds a player may open in 24 hours; null is no limit. */
  Rounds_A_Day: z.number().nullable(),
})

export const lobby = {
  gameList: {
    summary: 'The games with their settings, rules and exact returns',
    session: 'none',
    answer: z.object({ Data: z.array(game) }),
    refusals: [],
  },
  mostPopular: {
    summary: 'The games by their rounds of the last 7 days, then as in the catalogue',
    session: 'none',
    answer: z.object({ Data: z.array(game) }),
    refusals: [],
  },
  topPlayers: {
    summary:
      'The ten players with the highest sum of credited winnings, of all time; at most 5 s old',
    session: 'none',
    answer: z.object({
      Data: z.array(
        z.object({
          /** The own id as a number; of others the last digits: `••••8213`. */
          User_Id: z.union([z.number(), z.string()]),
          Name: z.string(),
          ProfilePic: z.string().nullable(),
          Total_Winnings: amountOut,
        }),
      ),
    }),
    refusals: [],
  },
  topWinners: {
    summary: 'The three largest single returns of the last 7 days',
    session: 'none',
    answer: z.object({
      Data: z.array(
        z.object({ Name: z.string(), Amount: amountOut, ProfilePic: z.string().nullable() }),
      ),
    }),
    refusals: [],
  },
} as const satisfies Record<string, CallSpec>
