import { type DeskDeps, type DeskHandlers, sessionOf } from '../desk-deps.ts'
import { actOf } from '../do-act.ts'
import { draftGame, publishGame } from './draft-game.ts'
import { listGameRounds } from './list-game-rounds.ts'
import { listReturns } from './list-returns.ts'
import { readGame } from './read-game.ts'

/** Which use case answers which call about games. */
export const gamesCalls = (deps: DeskDeps) =>
  ({
    listReturns: (input) => listReturns(deps, input),
    listGameRounds: (input) => listGameRounds(deps, input),
    readGame: (input) => readGame(deps, input),
    draftGame: (input, caller) => draftGame(deps, sessionOf(caller), input),
    dropDraft: actOf(deps, 'dropDraft'),
    publishGame: (input, caller) => publishGame(deps, sessionOf(caller), input),
    switchGameOn: actOf(deps, 'switchGameOn'),
    switchGameOff: actOf(deps, 'switchGameOff'),
    retireGame: actOf(deps, 'retireGame'),
    putGameBack: actOf(deps, 'putGameBack'),
  }) satisfies Partial<DeskHandlers>
