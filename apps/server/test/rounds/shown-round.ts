import type { HttpAnswer } from '../calls/http-client.ts'

/** A round as its last answer showed it. */
export interface Shown {
  readonly Transaction_Id: string
  readonly Game_Id: number
  readonly Status: string
  readonly Bet_Amt: number
  readonly commitment: string
  readonly Return_Amt: number
  readonly moves: readonly unknown[]
  readonly state: {
    readonly numbers?: readonly number[]
    readonly revealed?: readonly { readonly cell: number }[]
    readonly board?: readonly (string | null)[]
  }
  readonly proof?: unknown
}

/** The round that an answer shows. */
export const roundIn = ({ body }: HttpAnswer): Shown => body.Data as Shown

/** A move that the rules allow now; `pick` chooses among them. */
export function legalMove({ Game_Id, state }: Shown, pick: number): object {
  const { numbers = [], revealed = [], board = [] } = state
  if (Game_Id === 1) return { choice: 'number', number: numbers[pick % numbers.length] }
  if (Game_Id === 3) return { spin: true }
  if (Game_Id === 4) {
    const free = board.flatMap((mark, cell) => (mark === null ? [cell] : []))
    return { cell: free[pick % free.length] }
  }
  if (revealed.length > 0 && pick % 3 === 0) return { cashOut: true }
  const hidden = Array.from({ length: 25 }, (_, cell) => cell).filter(
    (cell) => !revealed.some((r) => r.cell === cell),
  )
  return { reveal: hidden[pick % hidden.length] }
}
