import { afterEach, expect, test, vi } from 'vitest'
import { stubStorage } from '../../test/stub-storage.ts'
import { keepReceipt, readReceipts, receiptsOf } from './receipts.ts'

afterEach(() => vi.unstubAllGlobals())

const receipt = (n: number) => ({ facts: { transactionId: `t${n >> 1}`, n }, signature: `s${n}` })

test('keeps the receipts of a round, each once', () => {
  stubStorage('localStorage')
  for (const n of [0, 1, 1, 2]) keepReceipt(receipt(n))
  expect(receiptsOf('t0')).toEqual([receipt(0), receipt(1)])
  expect(receiptsOf('t9')).toEqual([])
})

test('the receipts that are kept are bounded: the eldest go first', () => {
  stubStorage('localStorage')
  for (let n = 0; n < 605; n += 1) keepReceipt(receipt(n))
  expect(readReceipts()).toHaveLength(600)
  expect(readReceipts()[0]).toEqual(receipt(5))
})

test('other texts in the storage are no receipts, and a full storage stops no round', () => {
  const items = stubStorage('localStorage')
  items.set(
    'pipkin.receipts',
    JSON.stringify([receipt(1), null, 7, { facts: 1 }, { signature: 's' }]),
  )
  expect(readReceipts()).toEqual([receipt(1)])
  stubStorage('localStorage', () => {
    throw new Error('full')
  })
  expect(() => keepReceipt(receipt(2))).not.toThrow()
  expect(readReceipts()).toEqual([receipt(2)])
})
