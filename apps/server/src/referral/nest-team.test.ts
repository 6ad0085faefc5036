import { zero } from '@pipkin/money'
import { expect, test } from 'vitest'
import { nestTeam, type TeamNode } from './nest-team.ts'

const member = (id: number, referrer: number, level: number): TeamNode => ({
  referralId: id,
  level,
  referrerName: '',
  name: '',
  earned: zero,
  player: id,
  isLocked: false,
  referrer: referrer,
  members: [],
})

type Tree = { readonly referralId: number; readonly members: readonly Tree[] }
const shape = (trees: readonly Tree[]): unknown[] =>
  trees.map((tree) => [tree.referralId, ...shape(tree.members)])

test('hangs friends on who brought them', () => {
  const members = [
    member(1, 0, 1),
    member(2, 0, 1),
    member(3, 2, 2),
    member(4, 1, 2),
    member(5, 3, 3),
  ]
  expect(shape(nestTeam(members))).toEqual([
    [1, [4]],
    [2, [3, [5]]],
  ])
})

test('whose referrer is on another page starts as a root', () => {
  expect(shape(nestTeam([member(8, 7, 4), member(9, 8, 5)]))).toEqual([[8, [9]]])
})

test('a team is 20 deep at most; what is deeper starts as a root', () => {
  const trees = nestTeam(
    Array.from({ length: 45 }, (_, index) => member(index + 1, index, index + 1)),
  )
  const deep = (tree: Tree): number => 1 + Math.max(0, ...tree.members.map(deep))
  expect(trees.map((tree) => [tree.referralId, deep(tree)])).toEqual([
    [1, 20],
    [21, 20],
    [41, 5],
  ])
})
