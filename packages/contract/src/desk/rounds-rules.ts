import { z } from 'zod'
import { playerId } from '../schemas/scalars.ts'
import { listRounds } from './rounds.ts'
import { listed, spec } from './rule-parts.ts'

export const roundRules = {
  listRounds: spec(listRounds, {
    summary: "A player's rounds, newest first, each with the address of its replay",
    session: 'whole',
    duty: 'see',
    input: z.object({ player: playerId, ...listed }),
  }),
} as const
