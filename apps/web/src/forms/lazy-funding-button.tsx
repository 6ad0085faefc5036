import { lazy, Suspense } from 'react'
import type { FundingButtonProps } from './funding-button.tsx'

const FundingButton = lazy(() => import('./funding-button.tsx'))

/** The button of a funding move; its code is loaded when there is one. */
export const LazyFundingButton = (props: FundingButtonProps) => (
  <Suspense>
    <FundingButton {...props} />
  </Suspense>
)
