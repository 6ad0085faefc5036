import { z } from 'zod'
import * as calls from './health.ts'
import { spec } from './rule-parts.ts'

export const healthRules = {
  readHealth: spec(calls.readHealth, {
    summary: 'How the house is doing: now, alarms with what to do, and samples of a span',
    session: 'whole',
    duty: 'see',
    quiet: true,
    input: z.object({ span: z.enum(calls.healthSpans) }),
  }),
} as const
