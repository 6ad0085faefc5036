import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isOff, renderAsPlayer } from '../../../test/render-screen.tsx'
import { answerCalls, callsOf, refused } from '../../../test/server.ts'

const mayBeDone = /^A try got no answer and may have set the new password/
const notChanged = 'Failed to change password. Please try again.'

test.for([
  ['gets no answer', 'lost', true],
  ['is refused', refused('Not now'), false],
] as const)('where a try %s the form says whether it may be done', async ([, fate, says]) => {
  const user = renderAsPlayer('/account/change-password', { changePassword: fate })
  await user.type(await screen.findByLabelText('New password'), 'big-pots-2')
  await user.type(screen.getByLabelText('Confirm password'), 'big-pots-2{Enter}')
  await screen.findByText(notChanged)
  expect(screen.queryByText(mayBeDone) !== null).toBe(says)
})

test('a try without an answer is remembered while later ones are refused', async () => {
  const user = renderAsPlayer('/account/change-password', { changePassword: 'lost' })
  await user.type(await screen.findByLabelText('New password'), 'big-pots-2')
  await user.type(screen.getByLabelText('Confirm password'), 'big-pots-2{Enter}')
  await screen.findByText(mayBeDone)
  answerCalls({ changePassword: refused('Not now') })
  const button = screen.getByRole('button', { name: 'Change Password' })
  await user.click(button)
  await waitFor(() => expect(callsOf('changePassword')).toHaveLength(2))
  await waitFor(() => expect(isOff(button)).toBe(false))
  screen.getByText(mayBeDone)
})
