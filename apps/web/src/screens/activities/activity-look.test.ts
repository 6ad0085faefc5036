import { expect, test } from 'vitest'
import { activityLook } from './activity-look.ts'

test.each([
  [{ Status: 'Win', TotalWin: 20 }, 'Win', 'win'],
  [{ Status: 'PartialWin', TotalWin: 5 }, 'Partial Win', 'win'],
  [{ Status: 'Loss', TotalWin: 0 }, 'Loss', 'loss'],
  [{ Status: 'Tie', TotalWin: 0 }, 'Tie', 'tie'],
  [{ Status: 'Pending', TotalWin: 0 }, 'Pending', 'pending'],
  [{ Status: 'Win', TotalWin: 0 }, 'Win', 'mute'],
] as const)('%j is called %s, in the tone %s', (row, label, tone) =>
  expect(activityLook(row)).toMatchObject({ label, tone }),
)
