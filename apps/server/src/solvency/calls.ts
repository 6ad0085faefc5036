import { done } from '../platform/http/answer.ts'
import type { Handlers } from '../platform/http/call.ts'
import type { Surroundings } from '../platform/process/clock.ts'
import {
  noteSolvencyCheck,
  readSolvencyProof,
  rememberSolvency,
  type SolvencyDeps,
} from './read-solvency.ts'

/** The calls about what the house owes and holds. */
export function solvencyCalls({
  database,
  chain,
  surroundings,
}: SolvencyDeps & {
  surroundings: Surroundings
}): Handlers<'listSolvency' | 'readSolvencyProof' | 'noteSolvencyCheck'> {
  const list = rememberSolvency({ database, chain }, surroundings.elapsedMs)
  return {
    listSolvency: async () => done<'listSolvency'>(await list()),
    readSolvencyProof: (_, { session }) => readSolvencyProof(database, { player: session.player }),
    noteSolvencyCheck: ({ snapshot }, { session }) =>
      noteSolvencyCheck(database, { player: session.player, snapshot }),
  }
}
