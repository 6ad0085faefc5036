import { games } from '@pipkin/games'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address, renderAsPlayer, renderAsVisitor } from '../../test/render-screen.tsx'
import { pathsWith } from '../paths.ts'

const places = pathsWith(games.map(({ name, offer }) => ({ name, title: offer.title })))
const guarded = places.filter((place) => place.guarded).map(({ path }) => path)

test('each screen has a title of its own', async () => {
  const titles = places.map(({ title, documentTitle = title }) => documentTitle)
  expect(new Set(titles).size).toBe(titles.length)
  renderAsPlayer('/demo-games/mines')
  await waitFor(() => expect(document.title).toBe('Mines demo · Pipkin'))
})

test('most screens are for players', () => expect(guarded.length).toBeGreaterThan(20))

test.each(guarded)('%s sends a visitor to the start', async (path) => {
  renderAsVisitor(path)
  await waitFor(() => expect(address()).toBe('/start'))
  expect(await screen.findByRole('link', { name: 'Create An Account' })).toBeTruthy()
})
