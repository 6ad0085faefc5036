import { expect, test } from 'vitest'
import { rememberLast } from './memoize.ts'

test('computes once for each of the last keys that were asked for', () => {
  const computed: string[] = []
  const shout = rememberLast(
    2,
    (word: string) => word,
    (word) => {
      computed.push(word)
      return { word }
    },
  )
  const first = shout('a')
  shout('b')
  expect(shout('a')).toBe(first)
  shout('c')
  expect(shout('a')).toBe(first)
  shout('b')
  expect(computed).toEqual(['a', 'b', 'c', 'b'])
})
