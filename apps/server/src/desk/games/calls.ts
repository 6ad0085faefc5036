import { type DeskDeps, type DeskHandlers, sessionOf } from '../desk-deps.ts'
import { doAct } from '../do-act.ts'
import { draftGame, publishGame } from './draft-game.ts'
import { listGameRounds } from './list-game-rounds.ts'
import { listReturns } from './list-returns.ts'
import { readGame } from './read-game.ts'

type GamesCall =
  | 'listReturns'
  | 'listGameRounds'
  | 'readGame'
  | 'draftGame'
  | 'dropDraft'
  | 'publishGame'
  | 'switchGameOn'
  | 'switchGameOff'
  | 'retireGame'
  | 'putGameBack'

/** Which use case answers which call about games. */
export const gamesCalls = (deps: DeskDeps): Pick<DeskHandlers, GamesCall> => ({
  listReturns: (input) => listReturns(deps, input),
  listGameRounds: (input) => listGameRounds(deps, input),
  readGame: (input) => readGame(deps, input),
  draftGame: (input, caller) => draftGame(deps, sessionOf(caller), input),
  dropDraft: (input, caller) => doAct(deps, 'dropDraft', sessionOf(caller), input),
  publishGame: (input, caller) => publishGame(deps, sessionOf(caller), input),
  switchGameOn: (input, caller) => doAct(deps, 'switchGameOn', sessionOf(caller), input),
  switchGameOff: (input, caller) => doAct(deps, 'switchGameOff', sessionOf(caller), input),
  retireGame: (input, caller) => doAct(deps, 'retireGame', sessionOf(caller), input),
  putGameBack: (input, caller) => doAct(deps, 'putGameBack', sessionOf(caller), input),
})
