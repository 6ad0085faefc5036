import { type DeskDeps, type DeskHandlers, sessionOf } from '../desk-deps.ts'
import { doAct } from '../do-act.ts'
import { listHouseNotices } from './list-house-notices.ts'
import { listAccepted, listTerms } from './list-terms.ts'

/** What the house says to its players, and the terms that they accept. */
export const noticeCalls = (deps: DeskDeps) =>
  ({
    listHouseNotices: (input) => listHouseNotices(deps, input),
    draftNotice: (input, caller) => doAct(deps, 'draftNotice', sessionOf(caller), input),
    dropNotice: (input, caller) => doAct(deps, 'dropNotice', sessionOf(caller), input),
    publishNotice: (input, caller) => doAct(deps, 'publishNotice', sessionOf(caller), input),
    endNotice: (input, caller) => doAct(deps, 'endNotice', sessionOf(caller), input),
    listTerms: () => listTerms(deps),
    draftTerms: (input, caller) => doAct(deps, 'draftTerms', sessionOf(caller), input),
    dropTerms: (input, caller) => doAct(deps, 'dropTerms', sessionOf(caller), input),
    publishTerms: (input, caller) => doAct(deps, 'publishTerms', sessionOf(caller), input),
    listAccepted: (input) => listAccepted(deps, input),
  }) satisfies Partial<DeskHandlers>
