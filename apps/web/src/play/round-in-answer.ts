import type { ChangedBalances, RoundView } from '@pipkin/contract'
import { type BaseRules, isHex32, isShaped } from '@pipkin/games'
import { hundredths, type Money } from '@pipkin/money'
import type { KeptReceipt } from './receipts.ts'
import type { GameOnScreen, Round, Seal } from './round.ts'

/**
 * A round that the server answered, read by its game. `bound` is the first receipt that this
 * browser has of it, `balances` what the answer says of them. An answer of another game is a bug.
 */
export function roundInAnswer<R extends BaseRules, M, V>(
  { game }: GameOnScreen<R, M, V>,
  answer: RoundView,
  { facts }: KeptReceipt,
  balances: ChangedBalances | null,
): Round<R, M, V> {
  const rules = game.parseRules(answer.rules)
  const { view } = answer
  if (rules === null || !isShaped<V>(view, game.viewFields))
    throw new Error(`not a round of ${game.name}`)
  return {
    id: answer.transactionId,
    stake: answer.stake,
    status: answer.status,
    returned: answer.payout,
    rules,
    moves: answer.moves.flatMap((move) => game.parseMove(move) ?? []),
    view,
    seal: {
      commitment: answer.commitment,
      split: splitIn(facts.split),
      root: isHex32(facts.root) ? facts.root : null,
    },
    balances,
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
