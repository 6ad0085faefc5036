import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderAsPlayer } from '../../../../test/render-screen.tsx'

test('the memory of a photo is given back with the next one, and as its player leaves', async () => {
  const close = vi.fn()
  vi.stubGlobal('createImageBitmap', async () => ({ width: 4, height: 3, close }))
  // No drawing is done here.
  const context = vi.spyOn(HTMLCanvasElement.prototype, 'getContext')
  const drawing = { clearRect: () => {}, drawImage: () => {} }
  Reflect.apply(context.mockReturnValue, context, [drawing])
  onTestFinished(() => {
    context.mockRestore()
    vi.stubGlobal('createImageBitmap', undefined)
  })
  const user = renderAsPlayer('/account/my-profile/edit-profile')
  const choose = async () =>
    user.upload(
      await screen.findByLabelText('Photo'),
      new File(['p'], 'p.png', { type: 'image/png' }),
    )
  await choose()
  await screen.findByLabelText('Zoom')
  expect(close).not.toHaveBeenCalled()
  await choose()
  await waitFor(() => expect(close).toHaveBeenCalledTimes(1))
  cleanup()
  expect(close).toHaveBeenCalledTimes(2)
})
