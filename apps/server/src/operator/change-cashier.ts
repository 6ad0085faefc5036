import type { Money } from '@pipkin/money'
import { sql } from '../platform/database/database.ts'
import { act, type OperatorDeps, type Outcome, refused, type Warrant } from './warrant.ts'

/** The cashier's settings. A field that is left out doesn't change. */
export interface CashierChanges {
  /** With more than this in an hour or a day, a player's next withdrawal waits for an operator. */
  readonly playerHour?: Money | undefined
  readonly playerDay?: Money | undefined
  /** The same for all withdrawals that the house signs. */
  readonly houseHour?: Money | undefined
  readonly houseDay?: Money | undefined
  readonly smallestDeposit?: Money | undefined
  readonly smallestWithdrawal?: Money | undefined
  /** What the coin that pays for gas is worth. */
  readonly coinPrice?: Money | undefined
  /** The most that the house pays for a unit of gas. */
  readonly mostGwei?: number | undefined
}

const weiOfGwei = 1_000_000_000n

/** Changes the settings from now on; what was requested before keeps its state. */
export async function changeCashier(
  deps: OperatorDeps,
  warrant: Warrant,
  { mostGwei, ...amounts }: CashierChanges,
): Promise<Outcome> {
  const given = Object.entries({
    ...amounts,
    mostGasPrice: mostGwei === undefined ? undefined : BigInt(mostGwei) * weiOfGwei,
  }).filter((entry): entry is [string, bigint] => entry[1] !== undefined)
  if (given.length === 0) return refused('No change was given.')
  if (given.some(([name, figure]) => figure < 0n || (figure === 0n && name !== 'coinPrice')))
    return refused('Each figure must be more than 0; only a coin may be worth nothing.')
  const changes = Object.fromEntries(
    given.map(([name, figure]) => [columnOf(name), String(figure)]),
  )
  return act(deps, warrant, sql`select operator.change_cashier($1, $2, $3) as refusal`, [
    JSON.stringify(changes),
  ])
}

const columnOf = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
