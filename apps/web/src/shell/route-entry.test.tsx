import { games } from '@pipkin/games'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { address, renderAsVisitor } from '../../test/render-screen.tsx'
import { pathsWith } from '../paths.ts'

const guarded = pathsWith(games.map(({ name, offer }) => ({ name, title: offer.title })))
  .filter((place) => place.guarded)
  .map(({ path }) => path)

test('most screens are for players', () => expect(guarded.length).toBeGreaterThan(20))

test.each(guarded)('%s sends a visitor to the start', async (path) => {
  renderAsVisitor(path)
  await waitFor(() => expect(address()).toBe('/start'))
  expect(await screen.findByRole('link', { name: 'Create An Account' })).toBeTruthy()
})
