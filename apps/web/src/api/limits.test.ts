import { expect, test, vi } from 'vitest'
import { hiddenResults } from '../browser/locks.ts'
import { limitsQuery } from './limits.ts'
import { queryClient } from './queries.ts'

test('HIDDEN-09 the limits, whose net would reveal a result, are read once it is on screen', async () => {
  const over = globalThis.fetch
  const asked = vi.fn(async () => Response.json({ Status: false, Message: 'No' }))
  vi.stubGlobal('fetch', asked)
  const show = hiddenResults.hold()
  try {
    const read = queryClient.fetchQuery(limitsQuery())
    expect(await hiddenResults.isHeld()).toBe(true)
    expect(asked).not.toHaveBeenCalled()
    show()
    await expect(read).rejects.toThrow('No')
    expect(asked).toHaveBeenCalledOnce()
  } finally {
    show()
    vi.stubGlobal('fetch', over)
  }
})
