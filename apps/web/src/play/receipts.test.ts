import { expect, test } from 'vitest'
import { memoryStore } from './memory-store.ts'
import { keepReceipt, readReceipts, receiptsOf } from './receipts.ts'

const receipt = (n: number) => ({ facts: { transactionId: `t${n >> 1}`, n }, signature: `s${n}` })

test('keeps the receipts of a round, each once', () => {
  const store = memoryStore()
  for (const n of [0, 1, 1, 2]) keepReceipt(store, receipt(n))
  expect(receiptsOf(store, 't0')).toEqual([receipt(0), receipt(1)])
  expect(receiptsOf(store, 't9')).toEqual([])
})

test('is bounded: the eldest go first', () => {
  const store = memoryStore()
  for (let n = 0; n < 605; n += 1) keepReceipt(store, receipt(n))
  expect(readReceipts(store)).toHaveLength(600)
  expect(readReceipts(store)[0]).toEqual(receipt(5))
})

test('what else stands there is no receipt, and a full storage holds nothing up', () => {
  const store = memoryStore()
  store.setItem(
    'pipkin.receipts',
    JSON.stringify([receipt(1), null, 7, { facts: 1 }, { signature: 's' }]),
  )
  expect(readReceipts(store)).toEqual([receipt(1)])
  const full = {
    ...store,
    setItem() {
      throw new Error('full')
    },
  }
  expect(() => keepReceipt(full, receipt(2))).not.toThrow()
})
