import { lazy, Suspense } from 'react'
import type { MoveFirstProps } from './move-first.tsx'

const MoveFirst = lazy(() => import('./move-first.tsx'))

/** The offer of a first move; what it is made of comes when there is one. */
export const MoveOffer = (props: MoveFirstProps) => (
  <Suspense>
    <MoveFirst {...props} />
  </Suspense>
)
