import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addToast, dismissToasts } from '../ui/toast-list.ts'
import { followVersions } from './versions.ts'

const postMessage = vi.fn()

beforeEach(() => {
  const registration = { waiting: { postMessage } }
  const serviceWorker = Object.assign(new EventTarget(), {
    controller: {},
    register: async () => registration,
    ready: Promise.resolve(registration),
  })
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('location', { pathname: '/' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  dismissToasts()
})

test('a new version waits until what a toast says has been read', async () => {
  const { takeNewest } = await followVersions()
  addToast('win', 'Your password has been updated.')
  await takeNewest()
  expect(postMessage).not.toHaveBeenCalled()
  dismissToasts()
  await takeNewest()
  expect(postMessage).toHaveBeenCalledExactlyOnceWith('take over')
})
