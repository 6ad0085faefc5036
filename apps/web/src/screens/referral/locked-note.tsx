import { Lock } from 'lucide-react'
import { furtherText, unlockText } from './referral-text.ts'
import { useTerms } from './terms.ts'

interface LockedNoteProps {
  /** Whether bars beside it show what each friend has done. */
  bars?: boolean
  className: string
}

/** All that locked referral money waits for. */
export function LockedNote({ bars = false, className }: LockedNoteProps) {
  const { data } = useTerms()
  if (!data) return null
  return (
    <p className={`flex items-start gap-2 px-0.5 text-cap text-ink2 ${className}`}>
      <Lock size={15} aria-hidden className="shrink-0" />
      <span>
        {unlockText(data)} {furtherText(data)}
        {bars &&
          data.unlock.kept > 0n &&
          ' Play is the smaller of two parts: what is played, and what is kept.'}
      </span>
    </p>
  )
}
