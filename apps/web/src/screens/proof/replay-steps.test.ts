import { verifyProof } from '@pipkin/games/verify'
import { expect, test } from 'vitest'
import { history, publicKey } from '../../../../../packages/games/test/house.ts'
import { roundsOf, stepInWords } from './replay-steps.ts'

test('a round has a step before its first move, one after each, and ends as its proof does', () => {
  const { proofs } = history()
  expect(proofs.map(({ moves }) => moves.length)).toContain(2)
  for (const proof of proofs) {
    const verdict = verifyProof(proof, { publicKey })
    const rounds = roundsOf(proof, verdict)
    expect(rounds.map(({ moves }) => moves)).toEqual(
      Array.from({ length: proof.moves.length + 1 }, (_, count) => proof.moves.slice(0, count)),
    )
    expect(rounds.at(-1)).toBe(verdict.round)
  }
})

test('a round that couldn’t be dealt again has no steps', () => {
  const [proof] = history().proofs
  if (!proof) throw new Error('the history is empty')
  expect(roundsOf(proof, { round: null })).toEqual([])
})

test.each([
  [0, 0, 'The round had no moves'],
  [0, 3, 'Before the first move'],
  [1, 3, 'After move 1 of 3'],
  [3, 3, 'The end, after move 3'],
])('step %i of %i is said in words', (at, last, words) => expect(stepInWords(at, last)).toBe(words))
