import { z } from 'zod'
import de from '../profiles/de.json' with { type: 'json' }
import mt from '../profiles/mt.json' with { type: 'json' }
import nl from '../profiles/nl.json' with { type: 'json' }
import on from '../profiles/on.json' with { type: 'json' }
import se from '../profiles/se.json' with { type: 'json' }
import standard from '../profiles/standard.json' with { type: 'json' }
import uk from '../profiles/uk.json' with { type: 'json' }

/** Money as a law says it: `{ "amount": "2.50", "currency": "EUR" }`. */
const lawMoney = z.strictObject({
  amount: z.string().regex(/^\d{1,9}(\.\d{1,2})?$/, 'no amount such as "2.50"'),
  currency: z.string().regex(/^[A-Z]{3}$/, 'no ISO currency'),
})
export type LawMoney = z.output<typeof lawMoney>

const milliseconds = z.number().int().min(0).max(60_000)
const minutes = z.number().int().min(1).max(120)
const hours = z.number().int().min(24)

/** What a place's law asks for, as data. Each profile is a file; an operator chooses one. */
const playProfile = z
  .strictObject({
    name: z.string().regex(/^[a-z]+$/),
    depositLimit: z.strictObject({
      /**
       * Before a deposit, a limit is offered, or asked for (the player may decline), or needed for
       * each of the periods.
       */
      ask: z.enum(['offered', 'default', 'needed']),
      periods: z.array(z.enum(['day', 'week', 'month'])),
      /** The highest limit of a month; null: any. */
      most: lawMoney.nullable(),
      /** The same for players under 25 or of unknown age. */
      mostYoung: lawMoney.nullable(),
      /** Counts deposits less what was paid out, rather than deposits. */
      isNet: z.boolean(),
    }),
    /** How long a raise, and the end of a limit, wait before the player can confirm them. */
    cooling: z.strictObject({
      raiseHours: hours,
      endHours: hours,
      /** They also wait until the limit's running period has ended. */
      afterPeriod: z.boolean(),
    }),
    /** The shortest time from the start of a round to the next start in the same game. */
    fromStartToStart: z.strictObject({ slotMs: milliseconds, otherMs: milliseconds }),
    /** The largest stakes in the slot, of all players and of those under 25. */
    slotStake: z.strictObject({ most: lawMoney, mostYoung: lawMoney.nullable() }).nullable(),
    /** After `minutes` the next bet waits until the player has looked, and for the pause then. */
    realityCheck: z
      .strictObject({ minutes, pauseMinutes: z.number().int().min(0).max(60) })
      .nullable(),
    /** Games for play money: for everyone, for players whose age is known, or not at all. */
    demo: z.enum(['open', 'afterAge', 'none']),
    /** Whether a player may send money to another. */
    sends: z.boolean(),
    /** The part of a limit at which the player gets a message; null: never. */
    warnAtPercent: z.number().int().min(1).max(99).nullable(),
    /** A bet or a deposit that a limit refuses ends the session. */
    logsOutAtLimit: z.boolean(),
    /** A self-exclusion ends every session. The player may log in again, to take money out. */
    logsOutAtExclusion: z.boolean(),
    /** How often players with limits are reminded to look at them; null: never. */
    remindsOfLimitsMonths: z.number().int().min(1).max(24).nullable(),
    /**
     * Whether a deposit needs an answer of the register of excluded players (`REGISTER_URL`), or
     * goes on without one.
     */
    register: z.enum(['optional', 'required']),
    /**
     * A player plays at one operator at a time. The register is asked before the first bet, and
     * notified of the end after `idleMinutes` without a bet. `waitMinutes` pass from the end to the
     * next first bet. Null: the law doesn't ask for it.
     */
    oneOperator: z.strictObject({ idleMinutes: minutes, waitMinutes: minutes }).nullable(),
    /** Minutes without a touch after which the page asks whether the player is there. */
    asksWhenIdleMinutes: minutes.nullable(),
    /** The breaks that are offered. */
    breaks: z
      .array(
        z.union([
          z.strictObject({
            kind: z.literal('timeout'),
            length: z.enum(['24h', '7d', '30d', '6w', '1m', '2m', '3m']),
          }),
          z.strictObject({
            kind: z.literal('exclusion'),
            length: z.enum(['3m', '6m', '1y', '5y', 'ever']),
          }),
        ]),
      )
      .min(1),
    /** The bet sheet says how likely the top prize is, and what a unit staked pays on average. */
    topPrizeOdds: z.boolean(),
    /** Amounts show what they are worth in the currency of `FKR_IS`. */
    showsCurrency: z.boolean(),
  })
  .refine(
    ({ depositLimit: { ask, periods } }) => (ask === 'needed') === periods.length > 0,
    'names the periods of a deposit limit where it is needed, and only there',
  )
  .refine(
    ({ depositLimit: { most, periods } }) => most === null || periods.includes('month'),
    'the highest deposit limit is that of a month, which has to be needed',
  )
  .refine(
    ({ depositLimit: { most, mostYoung } }) => most !== null || mostYoung === null,
    'has a highest limit for players under 25 alone',
  )
  .refine(
    ({ oneOperator, register }) => oneOperator === null || register === 'required',
    'asks a register of play that it does without',
  )
export type PlayProfile = z.output<typeof playProfile>

/** Profiles by their names. Throws where a file isn't one, and names every fault of every file. */
export function readPlayProfiles(files: readonly unknown[]): ReadonlyMap<string, PlayProfile> {
  const read = files.map((file, place) => ({ place, ...playProfile.safeParse(file) }))
  const faults = read.flatMap(({ place, error }) =>
    (error?.issues ?? []).map(
      ({ path, message }) => `profile ${place + 1}, ${path.join('.') || 'as a whole'}: ${message}`,
    ),
  )
  if (faults.length > 0) throw new Error(`The profiles of safer play:\n${faults.join('\n')}`)
  return new Map(read.flatMap(({ data }) => (data ? [[data.name, data]] : [])))
}

/** The profiles by name. Throws at start where a file isn't a profile. */
export const playProfiles: ReadonlyMap<string, PlayProfile> = readPlayProfiles([
  standard,
  uk,
  de,
  se,
  on,
  nl,
  mt,
])

/** The age from which a player counts as grown where a profile says "young", in years. */
export const grownAge = 25
