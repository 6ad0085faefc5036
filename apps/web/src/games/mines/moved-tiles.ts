import { verifyCell } from '@pipkin/games'
import type { MinesRoundSeen } from './on-screen.ts'

/**
 * The opened tiles that aren't what was sealed at the deal: their proof doesn't lead to the root in
 * the bet's receipt. A demo seals nothing.
 */
export function movedTiles({
  seal,
  rules,
  view,
}: Pick<MinesRoundSeen, 'seal' | 'rules' | 'view'>): number[] {
  if (!seal) return []
  return view.revealed.flatMap(({ cell, multiplier }, place) => {
    const proof = view.proofs[place]
    const holds =
      seal.root !== null &&
      proof?.cell === cell &&
      proof.multiplier === multiplier &&
      verifyCell(seal.root, proof, rules.cells)
    return holds ? [] : [cell]
  })
}
