import { act, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ErrorState } from './states.tsx'

test('what couldn’t be loaded is tried again by itself when the network is back, while it is on screen', () => {
  const onRetry = vi.fn()
  const { unmount } = render(<ErrorState onRetry={onRetry} />)
  act(() => void dispatchEvent(new Event('offline')))
  expect(onRetry).not.toHaveBeenCalled()
  act(() => void dispatchEvent(new Event('online')))
  expect(onRetry).toHaveBeenCalledTimes(1)
  unmount()
  dispatchEvent(new Event('online'))
  expect(onRetry).toHaveBeenCalledTimes(1)
})
