import { expect, test } from 'vitest'
import { traceNetworks } from './trace-network.ts'

const aDayMs = 86_400_000

test('REF-21 a player who keeps coming is noted each day, so that no such network is forgotten', async () => {
  let now = 1_000
  const noted: unknown[] = []
  const rows = async (_: unknown, values: unknown) => {
    noted.push(values)
    return []
  }
  const seenFrom = traceNetworks({ rows }, { elapsedMs: () => now }, (error) => {
    throw error
  })
  await seenFrom(7, '203.0.113.7')
  now += aDayMs / 2
  await seenFrom(7, '203.0.113.7')
  expect(noted).toHaveLength(1)
  now += aDayMs / 2 + 1
  await seenFrom(7, '203.0.113.7')
  await seenFrom(7, '203.0.113.7')
  expect(noted).toEqual([noted[0], noted[0]])
})
