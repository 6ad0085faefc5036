import { done } from '../platform/http/answer.ts'
import type { Handlers } from '../platform/http/call.ts'
import { logOutAtLimit } from '../players/sessions/log-out-at-limit.ts'
import { acknowledgeCredit, acknowledgeLoss, acknowledgeRound } from './acknowledge.ts'
import { confirmBet } from './confirm-bet.ts'
import { listGames } from './list-games.ts'
import { listOpenRounds } from './list-open-rounds.ts'
import { type BetDeps, placeBet } from './place-bet.ts'
import { playMove } from './play-move.ts'
import { nameRound, readRoundName } from './proofs/name-round.ts'
import { readProof } from './proofs/read-proof.ts'
import { listFairness, listRestores } from './read-fairness.ts'
import { rotateSeed } from './rotate-seed.ts'

/** The calls about games and rounds. */
export const roundCalls = (
  deps: BetDeps,
): Handlers<
  | 'listGames'
  | 'placeBet'
  | 'acknowledgeCredit'
  | 'confirmBet'
  | 'playMove'
  | 'acknowledgeRound'
  | 'acknowledgeLoss'
  | 'listOpenRounds'
  | 'readFairness'
  | 'rotateSeed'
  | 'readReceiptKey'
  | 'readProof'
  | 'nameRound'
  | 'readRoundName'
> => ({
  listGames: () => listGames(deps),
  placeBet: async (bet, caller) => {
    const result = await placeBet(deps, bet, caller.key, caller.session)
    return deps.profile.logsOutAtLimit ? logOutAtLimit(deps.database, caller, result) : result
  },
  acknowledgeCredit: (claim) => acknowledgeCredit(deps, claim),
  confirmBet: (claim) => confirmBet(deps, claim),
  playMove: (input, { key, session }) => playMove(deps, input, key, session),
  acknowledgeRound: (claim) => acknowledgeRound(deps, claim),
  acknowledgeLoss: (claim) => acknowledgeLoss(deps, claim),
  listOpenRounds: ({ player }) => listOpenRounds(deps, player),
  readFairness: (input) => listFairness(deps, input),
  rotateSeed: ({ player }) => rotateSeed(deps, player),
  readReceiptKey: async () => {
    const { publicKey, older } = deps.signer
    const restores = await listRestores(deps.database)
    return done<'readReceiptKey'>({ publicKey, older, ...(restores.length > 0 && { restores }) })
  },
  readProof: ({ transactionId }) => readProof(deps, transactionId),
  nameRound: (input) => nameRound(deps.database, input),
  readRoundName: async ({ transactionId }) =>
    done<'readRoundName'>({ name: await readRoundName(deps.database, transactionId) }),
})
