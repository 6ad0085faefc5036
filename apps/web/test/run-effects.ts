import { configure } from '@testing-library/react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'

/** A root of its own: to render it, React first runs what effects are due in any. */
const probe = createRoot(document.createElement('div'))

/**
 * React runs effects a moment after what has them is shown: a sheet is found before it opens, and
 * until then no field in it takes the focus. So what a test has waited for has had its effects.
 */
configure(({ asyncWrapper }) => ({
  asyncWrapper: (wait) =>
    asyncWrapper(async () => {
      const result = await wait()
      flushSync(() => probe.render(null))
      return result
    }),
}))
