import { fkr, hundredths, zero } from '@pipkin/money'
import { afterEach, expect, test, vi } from 'vitest'
import { stubStorage } from '../../test/stub-storage.ts'
import { counted, emptyTally, storedTally } from './tally.ts'

afterEach(() => vi.unstubAllGlobals())

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
  const items = stubStorage('sessionStorage')
  const tally = counted(emptyTally, { id: 'r', stake: fkr(5), returned: hundredths(750n) }, 4)
  storedTally(1, 2).write(tally)
  expect(storedTally(1, 2).read()).toEqual(tally)
  expect(storedTally(1, 3).read()).toBeUndefined()
  expect(storedTally(2, 2).read()).toBeUndefined()
  items.set('pipkin.session.1.2', '{"since":1,"last":[null,{"id":3}]}')
  expect(storedTally(1, 2).read()).toEqual({ ...emptyTally, since: 1 })
})
