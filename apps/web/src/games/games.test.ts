import { readFileSync } from 'node:fs'
import { games as rules } from '@pipkin/games'
import { expect, test } from 'vitest'
import { games } from './games.ts'

test('the two lists of games are one: the same names and titles, in the same order', () => {
  expect(games.map(({ name, title }) => ({ name, title }))).toEqual(
    rules.map(({ name, offer }) => ({ name, title: offer.title })),
  )
})

test('each has a picture under the address that the games list names', () => {
  for (const { name, art } of games) {
    const source = art === 'tic-tac-toe' ? `brand/${art}` : `art/${art}`
    expect(readFileSync(`apps/web/public/art/${name}.svg`, 'utf8')).toBe(
      readFileSync(`apps/web/src/${source}.svg`, 'utf8'),
    )
  }
})
