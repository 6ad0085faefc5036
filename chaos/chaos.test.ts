import { expect, test } from 'vitest'
import { runChaos } from './run-chaos.ts'

/** A short version of `npm run chaos`: each kind of component is killed twice. */
test('RACE-27 what was acknowledged survives every kill, once', async () => {
  const report = await runChaos({ kills: 8, players: 4, seed: 20_261_120, say: () => undefined })
  expect(report).toMatchObject({ lost: [], twice: [], findings: [] })
  expect(Object.values(report.readyMs).map((times) => times.length)).toEqual([2, 2, 2, 2])
  expect(report.acknowledged).toBeGreaterThan(8)
})
