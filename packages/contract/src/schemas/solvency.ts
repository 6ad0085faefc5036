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
}
