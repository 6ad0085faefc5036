import { ttlCache } from '../platform/cache/ttl-cache.ts'
import { done } from '../platform/http/answer.ts'
import type { Handlers } from '../platform/http/call.ts'
import type { Surroundings } from '../platform/process/clock.ts'
import {
  listSolvency,
  noteSolvencyCheck,
  readSolvencyProof,
  type SolvencyDeps,
} from './read-solvency.ts'

/** A snapshot may be so much older than what is shown: the list is the same for everyone. */
const rememberedMs = 2_000

/** The calls about what the house owes and holds. */
export function solvencyCalls({
  database,
  chain,
  surroundings,
}: SolvencyDeps & {
  surroundings: Surroundings
}): Handlers<'listSolvency' | 'readSolvencyProof' | 'noteSolvencyCheck'> {
  const list = ttlCache(rememberedMs, surroundings.elapsedMs, () =>
    listSolvency({ database, chain }),
  )
  return {
    listSolvency: async () => done<'listSolvency'>(await list()),
    readSolvencyProof: (_, { session }) => readSolvencyProof(database, { player: session.player }),
    noteSolvencyCheck: ({ snapshot }, { session }) =>
      noteSolvencyCheck(database, { player: session.player, snapshot }),
  }
}
