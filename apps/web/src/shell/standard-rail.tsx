import { ShieldCheck } from 'lucide-react'
import { Card } from '../ui/card.tsx'
import { TextLink } from '../ui/text-button.tsx'

/** Beside screens that have nothing of their own to put there. */
export function StandardRail() {
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
      </Card>
      <div className="flex flex-col items-start px-1 pt-3.5 text-sm">
        <TextLink to="/account/terms-conditions" className="py-2">
          Terms and Conditions
        </TextLink>
        <span className="py-2 text-ink2">For adults, 18 and over.</span>
      </div>
    </div>
  )
}
