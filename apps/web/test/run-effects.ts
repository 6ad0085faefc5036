import { configure } from '@testing-library/react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

/** A separate root: before React renders it, it runs the due effects of all roots. */
const probe = createRoot(document.createElement('div'))

/**
 * React runs effects a moment after it shows their component. A test would find a sheet before it
 * opens, when no field in it can take the focus. So each wait of a test ends by running effects.
 */
configure(({ asyncWrapper }) => ({
  asyncWrapper: (wait) =>
    asyncWrapper(async () => {
      const result = await wait()
      flushSync(() => probe.render(null))
      return result
    }),
}))
