import type { RoundView } from '@pipkin/contract'
import { isHex32, type Rules } from '@pipkin/games'
import { hundredths, type Money, moneyFromAnswer } from '@pipkin/money'
import type { KeptReceipt } from './receipts.ts'
import type { GameOnScreen, Round, Seal } from './round.ts'

/**
 * A round as the server shows it, in the trade's types; `bound` is the first receipt that this
 * browser has of it. An answer of another game is a bug.
 */
export function roundInAnswer<R extends Rules, M, V>(
  { game, viewIn }: GameOnScreen<R, M, V>,
  answer: RoundView,
  { facts }: KeptReceipt,
): Round<R, M, V> {
  const view = viewIn(answer)
  const rules = game.parseRules(answer.rules)
  if (view === null || rules === null) throw new Error(`not a round of ${game.name}`)
  return {
    id: answer.Transaction_Id,
    stake: moneyFromAnswer(answer.Bet_Amt),
    status: answer.Status,
    returned: moneyFromAnswer(answer.Return_Amt),
    rules,
    moves: answer.moves.flatMap((move) => game.parseMove(move) ?? []),
    view,
    seal: {
      commitment: answer.commitment,
      split: splitIn(facts.split),
      root: isHex32(facts.root) ? facts.root : null,
    },
  }
}

/** The split that the receipt was signed with, in 1/100 fkr. */
function splitIn(value: unknown): Seal['split'] {
  if (typeof value !== 'object' || value === null) return null
  const { deposit, bonus, win }: { deposit?: unknown; bonus?: unknown; win?: unknown } = value
  return isCount(deposit) && isCount(bonus) && isCount(win)
    ? { deposit: moneyOf(deposit), bonus: moneyOf(bonus), win: moneyOf(win) }
    : null
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value)
const moneyOf = (count: number): Money => hundredths(BigInt(count))
