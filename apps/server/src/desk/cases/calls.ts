import type { DeskDeps, DeskHandlers } from '../desk-deps.ts'
import { actOf } from '../do-act.ts'
import { listInbox } from './list-inbox.ts'
import { readCase, readCasePicture } from './read-case.ts'

/** The calls of the inbox. */
export const caseCalls = (deps: DeskDeps) =>
  ({
    listInbox: (input) => listInbox(deps, input),
    readCase: (input) => readCase(deps, input),
    readCasePicture: (input) => readCasePicture(deps, input),
    answerCase: actOf(deps, 'answerCase'),
    closeCase: actOf(deps, 'closeCase'),
    assignCase: actOf(deps, 'assignCase'),
    noteCase: actOf(deps, 'noteCase'),
  }) satisfies Partial<DeskHandlers>
