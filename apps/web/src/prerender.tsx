import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router'
import { App } from './app.tsx'
import { routes } from './routes.tsx'
import { renderFirstAs } from './shell/session.ts'

export { routes }

/** Stands for any player, since a page's first render is the same for all. */
const anybody = { mobile: '', name: '', id: 0 }

/**
 * Renders the screen at a path for the build: as a visitor first sees it, or a player if guarded.
 */
export async function render(path: string, guarded: boolean): Promise<string> {
  renderFirstAs(guarded ? anybody : null)
  const failures: unknown[] = []
  const { prelude } = await prerender(
    <StaticRouter location={path}>
      <App />
    </StaticRouter>,
    {
      // The markup comes in one piece: no script has to move parts of it into place later.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => void failures.push(error),
    },
  )
  if (failures.length > 0)
    throw new AggregateError(failures, `${path} can't be rendered without a browser`)
  return new Response(prelude).text()
}
