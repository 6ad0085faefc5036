import { mac, u32, utf8 } from '../fairness/bytes.ts'
import type { GameInTests } from '../game-in-tests.ts'
import { outcomeOf, playMove, viewOf } from '../round.ts'
import type { MinesRound } from './index.ts'
import type { MinesMove, MinesState, MinesView } from './rules.ts'
import { type MinesRules, minesRules } from './settings.ts'

export const inTests: GameInTests<MinesRules, MinesMove, MinesState, MinesView> = {
  /** Draws one to four multipliers over 5 to 23 safe cells. */
  randomRules(whole) {
    const safe = whole(5, 23)
    const kinds = whole(1, 4)
    const multipliers = Array.from({ length: kinds }, (_, i): [number, number] => [
      10 + 40 * i + whole(0, 39),
      i === kinds - 1 ? safe - (kinds - 1) : 1,
    ])
    return { ...minesRules, mines: minesRules.cells - safe, multipliers }
  },
  hides: {
    refused: { cell: 1 },
    opening: (round) => ({ reveal: safeCell(round) }),
    fields: ['mines', 'multipliers'],
    texts: layoutTexts,
    keys: (round, key) =>
      allCells
        .filter((cell) => cell !== safeCell(round))
        .map((cell) => mac(key, utf8('fkr-leaf'), u32(cell))),
  },
}

const allCells = Array.from({ length: minesRules.cells }, (_, cell) => cell)

/** The first safe tile of a dealt layout: opening it leaves the round open. */
function safeCell(round: MinesRound): number {
  const safe = allCells.find((cell) => {
    const played = playMove(round, { reveal: cell })
    return played.ok && outcomeOf(played.round) === null
  })
  if (safe === undefined) throw new Error('no tile is safe')
  return safe
}

/** The layout, as lists of multipliers and of mines. */
function layoutTexts(round: MinesRound): string[] {
  const opened = allCells.map((cell) => {
    const played = playMove(round, { reveal: cell })
    return (played.ok && viewOf(played.round).revealed[0]?.multiplier) || 0
  })
  const lists = [
    opened,
    opened.map((one) => one / 100),
    allCells.filter((cell) => opened[cell] === 0),
  ]
  return lists.map((list) => list.join(','))
}
