import { Lock } from 'lucide-react'
import { Skeleton } from '../../ui/skeleton.tsx'
import { referralText } from '../referral/referral-text.ts'
import { useTerms } from '../referral/terms.ts'

/** When what is locked becomes usable. */
export function Unlocking() {
  const { data, isPending } = useTerms()
  if (isPending) return <Skeleton className="mt-2.25 h-8" />
  if (!data) return null
  return (
    <p className="mt-2.25 flex items-start gap-2 px-0.5 text-cap text-ink2">
      <Lock size={15} aria-hidden className="shrink-0" />
      {referralText(data)}
    </p>
  )
}
