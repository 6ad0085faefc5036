import { games as rules } from '@pipkin/games'
import { expect, test } from 'vitest'
import { games } from './games.ts'

test('the two lists of games are one: the same names and titles, in the same order', () => {
  expect(games.map(({ name, title }) => ({ name, title }))).toEqual(
    rules.map(({ name, offer }) => ({ name, title: offer.title })),
  )
})
