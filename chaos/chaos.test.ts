import { expect, test } from 'vitest'
import { runChaos } from './run-chaos.ts'

/** A short version of `npm run chaos`: each kind of component is killed twice. */
test('RACE-27 what was acknowledged survives every kill, once', async () => {
  const { lost, twice, findings, readyMs, acknowledged } = await runChaos({
    kills: 8,
    players: 4,
    seed: 20_261_120,
    say: () => undefined,
  })
  expect([...lost, ...twice, ...findings]).toEqual([])
  expect(Object.values(readyMs).map((times) => times.length)).toEqual([2, 2, 2, 2])
  expect(acknowledged).toBeGreaterThan(8)
})
