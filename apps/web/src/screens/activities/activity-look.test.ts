import { fkr } from '@pipkin/money'
import { expect, test } from 'vitest'
import { activityLook } from './activity-look.ts'

test.each([
  [{ status: 'Win', gain: fkr(20) }, 'Win', 'win'],
  [{ status: 'PartialWin', gain: fkr(5) }, 'Partial Win', 'win'],
  [{ status: 'Loss', gain: fkr(0) }, 'Loss', 'loss'],
  [{ status: 'Tie', gain: fkr(0) }, 'Tie', 'tie'],
  [{ status: 'Pending', gain: fkr(0) }, 'Pending', 'pending'],
  [{ status: 'Win', gain: fkr(0) }, 'Win', 'mute'],
] as const)('%o is called %s, in the tone %s', (row, label, tone) =>
  expect(activityLook(row)).toMatchObject({ label, tone }),
)
