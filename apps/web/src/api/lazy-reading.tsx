import { type ComponentType, lazy } from 'react'

/** Loads what lets a part of the page read. */
export const loadReading = () => import('./with-queries.tsx')

/**
 * A part of the page that reads from the server. It is loaded when it is shown, together with the
 * code that lets it read, which isn't in the first load.
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
