import type { DeskDeps, DeskHandlers } from '../desk-deps.ts'
import { actOf } from '../do-act.ts'
import { listHouseNotices } from './list-house-notices.ts'
import { listAccepted, listTerms } from './list-terms.ts'

/** What the house says to its players, and the terms that they accept. */
export const noticeCalls = (deps: DeskDeps) =>
  ({
    listHouseNotices: (input) => listHouseNotices(deps, input),
    draftNotice: actOf(deps, 'draftNotice'),
    dropNotice: actOf(deps, 'dropNotice'),
    publishNotice: actOf(deps, 'publishNotice'),
    endNotice: actOf(deps, 'endNotice'),
    listTerms: () => listTerms(deps),
    draftTerms: actOf(deps, 'draftTerms'),
    dropTerms: actOf(deps, 'dropTerms'),
    publishTerms: actOf(deps, 'publishTerms'),
    listAccepted: (input) => listAccepted(deps, input),
  }) satisfies Partial<DeskHandlers>
