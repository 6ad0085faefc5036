import type { PlayerId } from '@pipkin/contract/schemas'
import { knownTimeZones } from '../activity/time-zones.ts'
import { done } from '../platform/http/answer.ts'
import type { Handlers } from '../platform/http/call.ts'
import { confirmLimit } from './confirm-limit.ts'
import { declineDepositLimit } from './decline-deposit-limit.ts'
import { playHistory } from './play-history.ts'
import { readLimits } from './read-limits.ts'
import type { SaferPlayDeps } from './safer-play-deps.ts'
import { setBirthDate } from './set-birth-date.ts'
import { setLimit } from './set-limit.ts'
import { acknowledgeReminder, setReminder } from './set-reminder.ts'
import { takeBreak } from './take-break.ts'

/** The calls about limits, breaks and the session. Each answers all of it as it stands then. */
export function saferPlayCalls(
  deps: SaferPlayDeps,
): Handlers<
  | 'readLimits'
  | 'playHistory'
  | 'setLimit'
  | 'confirmLimit'
  | 'setReminder'
  | 'takeBreak'
  | 'acknowledgeReminder'
  | 'setBirthDate'
  | 'declineDepositLimit'
> {
  const zones = knownTimeZones(deps.database, deps.surroundings, deps.config.timeZone)
  const now = async (player: PlayerId) => done<'readLimits'>(await readLimits(deps, player))
  return {
    readLimits: (_, { session: { player } }) => now(player),
    playHistory: (input, { session: { player } }) => playHistory(deps, zones, player, input),
    setLimit: async (input, { session: { player } }) =>
      (await setLimit(deps, zones, player, input)) ?? now(player),
    confirmLimit: async (input, { session: { player } }) =>
      (await confirmLimit(deps, player, input)) ?? now(player),
    setReminder: async ({ minutes }, { session: { player } }) => {
      await setReminder(deps, player, minutes)
      return now(player)
    },
    takeBreak: async (input, { session: { player } }) =>
      (await takeBreak(deps, player, input)) ?? now(player),
    acknowledgeReminder: async (_, { session: { player } }) => {
      await acknowledgeReminder(deps, player)
      return now(player)
    },
    setBirthDate: async (input, { session: { player } }) =>
      (await setBirthDate(deps, player, input)) ?? now(player),
    declineDepositLimit: async (_, { session: { player } }) =>
      (await declineDepositLimit(deps, player)) ?? now(player),
  }
}
