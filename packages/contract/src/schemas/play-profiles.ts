import { z } from 'zod'
import standard from '../profiles/standard.json' with { type: 'json' }

/** What a place's law asks for, as data. Each profile is a file; an operator chooses one. */
const playProfile = z.strictObject({
  name: z.string().regex(/^[a-z]+$/),
  /** How long a raise waits before the player can confirm it. */
  coolingHours: z.number().int().min(24),
  /** From which part of a deposit or loss limit on a player is warned, in percent; null: never. */
  tellPercent: z.number().int().min(1).max(100).nullable(),
  /** The breaks that are offered. */
  breaks: z
    .array(
      z.union([
        z.strictObject({
          kind: z.literal('timeout'),
          length: z.enum(['24h', '7d', '30d', '6w']),
        }),
        z.strictObject({ kind: z.literal('exclusion'), length: z.enum(['6m', '1y', '5y']) }),
      ]),
    )
    .min(1),
})
export type PlayProfile = z.output<typeof playProfile>

/** The profiles by name. Throws at start where a file isn't a profile. */
export const playProfiles: ReadonlyMap<string, PlayProfile> = new Map(
  [standard].map((file) => {
    const profile = playProfile.parse(file)
    return [profile.name, profile]
  }),
)
