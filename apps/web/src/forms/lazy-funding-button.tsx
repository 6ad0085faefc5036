import { lazyPart } from '../ui/lazy-part.tsx'
import { TextLink } from '../ui/text-button.tsx'
import type { FundingButtonProps } from './funding-button.tsx'
import { heldText } from './funding-move.ts'

/** The button of a funding move; its code is loaded when there is one. */
export const LazyFundingButton = lazyPart(() => import('./funding-button.tsx'), {
  Missing: ({ move, held = move }: FundingButtonProps) => (
    <p className="mt-2">
      {heldText(held)}{' '}
      <TextLink to="/account/wallet/internal-trasnfer" className="-my-3 inline-block py-3">
        Move it
      </TextLink>
    </p>
  ),
})
