import { fkr, hundredths, zero } from '@pipkin/money'
import { afterEach, expect, test, vi } from 'vitest'
import { stubStorage } from '../../test/stub-storage.ts'
import { type LastResults, storedResults, withResult } from './last-results.ts'

afterEach(() => vi.unstubAllGlobals())

const round = (n: number, returned = zero) => ({ id: `r${n}`, stake: fkr(10), returned })

test('holds settled rounds, once each, the last five newest first', () => {
  let results: LastResults = []
  for (let n = 1; n <= 6; n += 1) results = withResult(results, round(n, n === 6 ? fkr(15) : zero))
  results = withResult(results, round(6, fkr(15)))
  expect(results.map(({ id }) => id)).toEqual(['r6', 'r5', 'r4', 'r3', 'r2'])
  expect(results.map(({ net }) => net)).toEqual([fkr(5), fkr(-10), fkr(-10), fkr(-10), fkr(-10)])
})

test('a result is read back as it was written, for its player and game alone', () => {
  const items = stubStorage('sessionStorage')
  const results = withResult([], { id: 'r', stake: fkr(5), returned: hundredths(750n) })
  storedResults(1, 2).write(results)
  expect(storedResults(1, 2).read()).toEqual(results)
  expect(storedResults(1, 3).read()).toBeUndefined()
  expect(storedResults(2, 2).read()).toBeUndefined()
  items.set('pipkin.results.1.2', '[null,{"id":3}]')
  expect(storedResults(1, 2).read()).toEqual([])
})
