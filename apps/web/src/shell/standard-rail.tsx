import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import { TextLink } from '../ui/text-button.tsx'

/** The right column of screens that have none of their own; `children` adds a card. */
export function StandardRail({ children }: { children?: ReactNode }) {
  return (
    <div className="pt-4">
      <Card className="px-4.5 py-4">
        <div className="flex items-center gap-2.5">
          <ShieldCheck size={24} aria-hidden className="text-link" />
          <h2 className="text-h3 font-720">Fairness</h2>
        </div>
        <p className="mt-1.5 text-sm text-ink2">
          Each round is fixed and sealed before you bet. When it ends, your browser recomputes it.
        </p>
        <div className="flex gap-4 pt-2.5 text-sm">
          <TextLink to="/fairness">How it works</TextLink>
          <TextLink to="/fairness#odds">The odds</TextLink>
        </div>
      </Card>
      {children}
      <div className="flex flex-col items-start px-1 pt-3.5 text-sm">
        <TextLink to="/account/terms-conditions" className="py-2">
          Terms and Conditions
        </TextLink>
        <TextLink to="/support" className="py-2">
          Support
        </TextLink>
        <span className="py-2 text-ink2">For adults, 18 and over.</span>
      </div>
    </div>
  )
}
