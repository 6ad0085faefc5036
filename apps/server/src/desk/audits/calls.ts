import { type DeskDeps, type DeskHandlers, sessionOf } from '../desk-deps.ts'
import { doAct } from '../do-act.ts'
import { listAudits } from './list-audits.ts'
import { readAskedAudit } from './read-asked-audit.ts'
import { readAudit } from './read-audit.ts'

/** Audits: asked for here, run by the worker. */
export const auditCalls = (deps: DeskDeps) =>
  ({
    runAudit: (input, caller) => doAct(deps, 'runAudit', sessionOf(caller), input),
    readAskedAudit: () => readAskedAudit(deps),
    listAudits: (input) => listAudits(deps, input),
    readAudit: (input) => readAudit(deps, input),
  }) satisfies Partial<DeskHandlers>
