import { negate } from '@pipkin/money'
import { done } from '../platform/http/answer.ts'
import type { Handlers } from '../platform/http/call.ts'
import { acknowledgeCredit, acknowledgeLoss, acknowledgeParticipation } from './acknowledge.ts'
import { confirmParticipation } from './confirm-participation.ts'
import { listGames } from './list-games.ts'
import { listOpenRounds } from './list-open-rounds.ts'
import { type BetDeps, placeBet } from './place-bet.ts'
import { playMove } from './play-move.ts'
import { readFairness } from './read-fairness.ts'
import { readProof } from './read-proof.ts'
import { rotateSeed } from './rotate-seed.ts'

/** The calls about games and rounds: from the wire's names to the trade's. */
export const roundCalls = (
  deps: BetDeps,
): Handlers<
  | 'gameList'
  | 'addTransaction'
  | 'addParticipation'
  | 'playRound'
  | 'updateParticipation'
  | 'updateTransactionStatus'
  | 'openRounds'
  | 'fairness'
  | 'rotateSeed'
  | 'receiptKey'
  | 'roundProof'
> => ({
  gameList: () => listGames(deps),

  addTransaction: (input, { session, key }) =>
    input.StatusMsg === 'amtplaced'
      ? placeBet(
          deps,
          {
            player: session.player,
            game: input.Game_Id,
            stake: negate(input.Amount),
            clientSeed: input.Client_Seed,
            commitment: input.Commitment,
            rulesHash: input.Rules_Hash,
          },
          key,
        )
      : acknowledgeCredit(deps.database, {
          player: session.player,
          game: input.Game_Id,
          status: input.StatusMsg,
          payout: input.Amount,
          betTransactionId: input.Bet_Transaction_Id,
        }),

  addParticipation: (input, { session }) =>
    confirmParticipation(deps, {
      player: session.player,
      transactionId: input.Transaction_Id,
      stake: input.Bet_Amt,
      game: input.Game_Id,
    }),

  playRound: (input, { session, key }) =>
    playMove(
      deps,
      { player: session.player, transactionId: input.Transaction_Id, move: input.Move },
      key,
    ),

  updateParticipation: (input, { session }) =>
    acknowledgeParticipation(deps.database, {
      player: session.player,
      transactionId: input.Transaction_Id,
      stake: input.Bet_Amt,
      status: input.Status,
      payout: input.Return_Amt,
      game: input.Game_Id,
    }),

  updateTransactionStatus: (input, { session }) =>
    acknowledgeLoss(deps.database, {
      player: session.player,
      transactionId: input.Transaction_Id,
      game: input.Game_Id,
    }),

  openRounds: (_, { session }) => listOpenRounds(deps, session.player),
  fairness: async (_, { session }) =>
    done<'fairness'>({ Data: await readFairness(deps.database, session.player) }),
  rotateSeed: (_, { session }) => rotateSeed(deps.database, session.player),
  receiptKey: async () =>
    done<'receiptKey'>({
      Data: { publicKey: deps.signer.publicKey, older: [...deps.signer.older] },
    }),
  roundProof: (input) => readProof(deps, input.Transaction_Id),
})
