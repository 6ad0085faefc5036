import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAsPlayer } from '../../../test/render-screen.tsx'
import { callsOf } from '../../../test/server.ts'

test('the switch sends its choice alone: name and address may be others by now', async () => {
  const user = renderAsPlayer('/account/my-profile', { updateProfile: {} })
  await user.click(await screen.findByRole('switch', { name: 'Show my name in Top 10 Players' }))
  await waitFor(() => expect(callsOf('updateProfile')).toHaveLength(1))
  expect(callsOf('updateProfile')[0]?.body).toEqual({ Show_Name: false })
})
