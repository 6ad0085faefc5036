import { existsSync, readFileSync } from 'node:fs'
import { games as rules } from '@pipkin/games'
import { expect, test } from 'vitest'
import { games } from './games.ts'

test('each game of the list has screens in a folder of its name, and there are no others', () => {
  const listed = rules.map(({ name, offer }) => ({ name, title: offer.title }))
  expect(
    games.map(({ name, title }) => ({ name, title })),
    'apps/web/src/games/<name>/index.ts exports `screens` for each game of game-list.ts',
  ).toEqual(expect.arrayContaining(listed))
  expect(games).toHaveLength(listed.length)
})

test('each has its picture under the address that the games list names', () => {
  for (const { name, art } of games) {
    const sources = ['art', 'brand'].map((folder) => `apps/web/src/${folder}/${art}.svg`)
    expect(
      readFileSync(`apps/web/public/art/${name}.svg`, 'utf8'),
      '`node apps/web/art.ts` writes it',
    ).toBe(readFileSync(sources.find(existsSync)!, 'utf8'))
  }
})
