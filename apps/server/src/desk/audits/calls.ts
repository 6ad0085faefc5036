import type { DeskDeps, DeskHandlers } from '../desk-deps.ts'
import { actOf } from '../do-act.ts'
import { listAudits } from './list-audits.ts'
import { readAskedAudit } from './read-asked-audit.ts'
import { readAudit } from './read-audit.ts'

/** Audits: asked for here, run by the worker. */
export const auditCalls = (deps: DeskDeps) =>
  ({
    runAudit: actOf(deps, 'runAudit'),
    readAskedAudit: () => readAskedAudit(deps),
    listAudits: (input) => listAudits(deps, input),
    readAudit: (input) => readAudit(deps, input),
  }) satisfies Partial<DeskHandlers>
