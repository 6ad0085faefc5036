import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { ScreenBoundary } from './screen-boundary.tsx'

interface Instead<Props> {
  /** Keeps its place while it is loaded. */
  readonly waiting?: ReactNode
  /** What the page has where it can't be loaded; nothing by default. */
  readonly Missing?: ComponentType<Props>
}

/**
 * A part of the page that is loaded when it is due. Where it can't be loaded the page goes on
 * without it, with what was typed beside it.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  { waiting, Missing }: Instead<Props> = {},
): ComponentType<Props> {
  const Part: ComponentType<Props> = lazy(load)
  return (props) => (
    <ScreenBoundary failed={Missing && <Missing {...props} />}>
      <Suspense fallback={waiting}>
        <Part {...props} />
      </Suspense>
    </ScreenBoundary>
  )
}
