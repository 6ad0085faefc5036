import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { TextLink } from '../../ui/text-button.tsx'

/** The link at the foot of the dock. */
export function DockLink({
  to,
  plain,
  children,
}: {
  to: string
  plain?: boolean
  children: ReactNode
}) {
  return (
    <TextLink
      to={to}
      className="mt-2 -mb-2.5 flex min-h-11 w-fit items-center gap-1.5 px-3 text-sm wide:-mb-1"
    >
      {!plain && <ShieldCheck size={17} aria-hidden />}
      {children}
    </TextLink>
  )
}

export const FairnessLink = () => <DockLink to="/fairness">Fairness</DockLink>
