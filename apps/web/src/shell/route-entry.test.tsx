import { games } from '@pipkin/games'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { player } from '../../test/answers.ts'
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

test('the page that asked for the log-in comes after it, also by way of Back and a forgotten password', async () => {
  const user = renderAsVisitor('/account/limits', {
    forgotPassword: {},
    userLogin: { Data: [{ id: player.userID, name: player.name, Mobile_No: player.mobile }] },
  })
  const press = async (role: 'link' | 'button', name: string) =>
    user.click(await screen.findByRole(role, { name }))
  await press('link', 'Create An Account')
  await screen.findByLabelText('Name')
  await press('button', 'Back')
  await press('link', 'Have an Account? Login')
  await press('link', 'Forgot your password?')
  await user.type(await screen.findByLabelText('Email'), 'meera@example.com{Enter}')
  await press('link', 'Back to login')
  await user.type(await screen.findByLabelText('Mobile number'), player.mobile)
  await user.type(screen.getByLabelText('Password'), 'small-pots-1{Enter}')
  await waitFor(() => expect(address()).toBe('/account/limits'))
})
