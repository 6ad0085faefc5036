import { z } from 'zod'
import * as calls from '../solvency.ts'
import { spec } from './spec.ts'

export const solvency = {
  listSolvency: spec(calls.listSolvency, {
    summary: 'What the house owed all players and held on the chain, the newest snapshot first',
    session: 'none',
    refusals: [],
  }),
  readSolvencyProof: spec(calls.readSolvencyProof, {
    summary: "The player's own leaves of the newest snapshot, with their ways to its root",
    session: 'required',
    refusals: ['notFound'],
    limit: { name: 'solvency', attempts: 60, windowSeconds: 3_600 },
  }),
  noteSolvencyCheck: spec(calls.noteSolvencyCheck, {
    summary: 'Counts the player as one who has checked their leaves of a snapshot',
    session: 'required',
    input: z.object({ snapshot: z.string().regex(/^\d{8}T\d{6}Z$/) }),
    refusals: [],
    limit: { name: 'solvency-check', attempts: 60, windowSeconds: 3_600 },
  }),
}
