import { dealRound, outcomeOf, playMove, viewOf } from '@pipkin/games'
import { type GuessMove, guessNumber } from '@pipkin/games/guess-number'
import { fkr, moneyToNumber, times, zero } from '@pipkin/money'
import { fairness } from './answers.ts'

/** A round of Guess Number as the server shows it, from its deal to its end. */
export function guessRound(stake: number) {
  const rules = guessNumber.offer.rules
  const clientSeed = 'a-seed'
  let round = dealRound(guessNumber, { rules, roundKey: new Uint8Array(32).fill(7), clientSeed })
  const told = () => {
    const outcome = outcomeOf(round)
    return {
      Data: {
        game: 'guess-number',
        Transaction_Id: 'round-1',
        Game_Id: 1,
        Bet_Amt: stake,
        Status: outcome?.status ?? 'Pending',
        Return_Amt: outcome ? moneyToNumber(times(fkr(stake), outcome.pays)) : moneyToNumber(zero),
        commitment: fairness.commitment,
        nonce: 0,
        clientSeed,
        rules,
        moves: round.moves,
        receipt: {
          facts: {
            transactionId: 'round-1',
            split: { deposit: stake * 100, bonus: 0, win: 0 },
            root: null,
          },
          signature: 'ab'.repeat(64),
        },
        state: viewOf(round),
      },
    }
  }
  return {
    told,
    /** The answer to the bet that opened it. */
    dealt: () => ({ Transaction_Id: 'round-1', ...told() }),
    play(move: GuessMove) {
      const played = playMove(round, move)
      if (played.ok) round = played.round
      return told()
    },
  }
}
