import { z } from 'zod'
import { text } from '../schemas/scalars.ts'
import * as calls from './audits.ts'
import { act, listed, reason, spec } from './rule-parts.ts'

export const auditRules = {
  runAudit: act(
    calls.runAudit,
    'Asks the worker for an audit; one at a time',
    z.object({ full: z.boolean(), reason }),
  ),
  readAskedAudit: spec(calls.readAskedAudit, {
    summary: 'The audit that was asked for last, and how far it is',
    session: 'whole',
    duty: 'audit',
    quiet: true,
  }),
  listAudits: spec(calls.listAudits, {
    summary: 'Audits, the newest first',
    session: 'whole',
    duty: 'audit',
    input: z.object(listed),
  }),
  readAudit: spec(calls.readAudit, {
    summary: 'What an audit checked, and the first of what it found',
    session: 'whole',
    duty: 'audit',
    input: z.object({ audit: text(40) }),
  }),
} as const
