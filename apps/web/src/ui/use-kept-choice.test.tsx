import { screen } from '@testing-library/react'
import { test } from 'vitest'
import { goBack, renderAsPlayer } from '../../test/render-screen.tsx'

test('Back brings a screen with the choice that was made there, and a link with the first one', async () => {
  const user = renderAsPlayer('/account/wallet')
  const follow = async (name: string) =>
    user.click((await screen.findAllByRole('link', { name }))[0] ?? document.body)
  await user.click(await screen.findByRole('button', { name: 'Show all' }))
  await follow('Activities')
  await user.click(await screen.findByRole('tab', { name: 'Previous Activity' }))
  await follow('Account')
  await screen.findByRole('link', { name: 'My Profile' })
  await goBack()
  await screen.findByRole('tab', { name: 'Previous Activity', selected: true })
  await goBack()
  await screen.findByRole('button', { name: 'Hide them' })
  await follow('Activities')
  await screen.findByRole('tab', { name: 'Today', selected: true })
})
