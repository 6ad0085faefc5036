import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTransactionId, transactionIdOf } from './transaction-id.ts'

test('an id names its player and UUID, and no other id before or after it changes that', () => {
  const refs = fc.array(fc.record({ player: fc.nat(99_999_999), id: fc.uuid() }), { minLength: 2 })
  fc.assert(
    fc.property(refs, (all) => {
      const ids = all.map(({ player, id }) => transactionIdOf(player, id))
      expect(ids.map(parseTransactionId)).toEqual(all)
    }),
    { seed: 1, numRuns: 100 },
  )
})

test.each([
  '',
  '0192',
  '0192f3a4-0000-7000-8000-00000000000',
  '0192f3a4-0000-7000-8000-0000000000000',
  '0192f3a4-0000-7000-8000-00000000000g',
  '0192F3A4-0000-7000-8000-000000000000',
  '0192f3a40000-7000-8000-0000000000000',
  '0192f3a400007000800000000000000000000',
  '0192f3a4-0000-7000-8000-00000000000é',
])('%j is no UUID', (id) => expect(() => transactionIdOf(1, id)).toThrow(TypeError))
