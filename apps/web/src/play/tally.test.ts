import { fkr, hundredths, zero } from '@pipkin/money'
import { expect, test } from 'vitest'
import { memoryStore } from './memory-store.ts'
import { counted, emptyTally, readTally, writeTally } from './tally.ts'

const round = (n: number, returned = zero) => ({ id: `r${n}`, stake: fkr(10), returned })

test('counts settled rounds, once each, the last five newest first', () => {
  let tally = emptyTally
  for (let n = 1; n <= 6; n += 1)
    tally = counted(tally, round(n, n === 6 ? fkr(15) : zero), n * 1000)
  tally = counted(tally, round(6, fkr(15)), 9_000)
  expect(tally.staked).toBe(fkr(60))
  expect(tally.returned).toBe(fkr(15))
  expect(tally.since).toBe(1000)
  expect(tally.last.map(({ id }) => id)).toEqual(['r6', 'r5', 'r4', 'r3', 'r2'])
  expect(tally.last.map(({ net }) => net)).toEqual([fkr(5), fkr(-10), fkr(-10), fkr(-10), fkr(-10)])
})

test('is read back as it was written, for its player and game alone', () => {
  const store = memoryStore()
  const tally = counted(emptyTally, { id: 'r', stake: fkr(5), returned: hundredths(750n) }, 4)
  writeTally(store, 1, 2, tally)
  expect(readTally(store, 1, 2)).toEqual(tally)
  expect(readTally(store, 1, 3)).toEqual(emptyTally)
  expect(readTally(store, 2, 2)).toEqual(emptyTally)
  store.setItem('pipkin.session.1.2', '{"since":1,"last":[null,{"id":3}]}')
  expect(readTally(store, 1, 2)).toEqual({ ...emptyTally, since: 1 })
})
