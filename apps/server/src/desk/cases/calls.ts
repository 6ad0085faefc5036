import { type DeskDeps, type DeskHandlers, sessionOf } from '../desk-deps.ts'
import { doAct } from '../do-act.ts'
import { listInbox } from './list-inbox.ts'
import { readCase, readCasePicture } from './read-case.ts'

type CaseCall =
  | 'listInbox'
  | 'readCase'
  | 'readCasePicture'
  | 'answerCase'
  | 'closeCase'
  | 'assignCase'
  | 'noteCase'

/** The calls of the inbox. */
export const caseCalls = (deps: DeskDeps): Pick<DeskHandlers, CaseCall> => ({
  listInbox: (input) => listInbox(deps, input),
  readCase: (input) => readCase(deps, input),
  readCasePicture: (input) => readCasePicture(deps, input),
  answerCase: (input, caller) => doAct(deps, 'answerCase', sessionOf(caller), input),
  closeCase: (input, caller) => doAct(deps, 'closeCase', sessionOf(caller), input),
  assignCase: (input, caller) => doAct(deps, 'assignCase', sessionOf(caller), input),
  noteCase: (input, caller) => doAct(deps, 'noteCase', sessionOf(caller), input),
})
