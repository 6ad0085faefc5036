import { type DeskDeps, type DeskHandlers, sessionOf } from '../desk-deps.ts'
import { actOf } from '../do-act.ts'
import { listBreaks, listKeptRewards } from './list-breaks.ts'
import { listNearLimits, listPendingLimits } from './list-limits.ts'
import { listRisks } from './list-risks.ts'
import { listLongSessions, listRemindersSeen } from './list-sessions.ts'
import { giveBreak, readPlayerSafety } from './read-player-safety.ts'

/** Safer play: the lists, and the acts that make it tighter. */
export const safetyCalls = (deps: DeskDeps) =>
  ({
    listNearLimits: (input) => listNearLimits(deps, input),
    listRisks: (input) => listRisks(deps, input),
    listLongSessions: (input) => listLongSessions(deps, input),
    listBreaks: (input) => listBreaks(deps, input),
    listPendingLimits: (input) => listPendingLimits(deps, input),
    listRemindersSeen: (input) => listRemindersSeen(deps, input),
    listKeptRewards: (input) => listKeptRewards(deps, input),
    readPlayerSafety: (input) => readPlayerSafety(deps, input),
    lowerLimit: actOf(deps, 'lowerLimit'),
    giveBreak: (input, caller) => giveBreak(deps, sessionOf(caller), input),
    noteSafety: actOf(deps, 'noteSafety'),
  }) satisfies Partial<DeskHandlers>
