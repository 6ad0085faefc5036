import { type ComponentType, lazy } from 'react'

/** Loads the code by which a part of the page reads from the server. */
export const loadReading = () => import('./with-queries.tsx')

/**
 * A part of the page that reads from the server. When it is shown it is loaded together with the
 * code for reading, which isn't in the first load.
 */
export const lazyReading = <Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
) =>
  lazy(async () => {
    const [{ default: Part }, { WithQueries }] = await Promise.all([load(), loadReading()])
    const part = (props: Props) => (
      <WithQueries>
        <Part {...props} />
      </WithQueries>
    )
    return { default: part }
  })
