import type { TeamMember } from '@pipkin/contract'
import { zero } from '@pipkin/money'
import { expect, test } from 'vitest'
import { flattenTeam } from './flatten-team.ts'

const member = (id: number, level: number, members: TeamMember[] = []): TeamMember => ({
  referralId: id,
  level,
  referrerName: '',
  name: '',
  earned: zero,
  isLocked: false,
  player: id,
  members,
})

const idsOf = (links: TeamMember[]) => flattenTeam(links).map(({ referralId }) => referralId)

test('a team is flattened and sorted by level', () =>
  expect(
    idsOf([
      member(1, 1, [member(4, 2, [member(6, 3)])]),
      member(2, 1, [member(5, 2)]),
      member(3, 1),
    ]),
  ).toEqual([1, 2, 3, 4, 5, 6]))

test('roots that a page starts with in the middle of the tree keep their level', () =>
  expect(idsOf([member(9, 3), member(7, 2, [member(8, 3)])])).toEqual([7, 9, 8]))

test('an empty team has no rows', () => expect(flattenTeam([])).toEqual([]))
