import type { Money } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { limitsQuery } from '../../../api/limits.ts'
import { useStore } from '../../../browser/listeners.ts'
import { WorthLine } from '../../../forms/worth.tsx'
import { profileAsks } from '../../../shell/profile.ts'
import { TextLink } from '../../../ui/text-button.tsx'
import { LimitFirst, missingLimits } from '../../limits/limit-first.tsx'

interface BeforeDepositProps {
  amount: Money | null
  /** Whether a limit that is asked for stands in the way. */
  onMissing: (missing: boolean) => void
}

/** What the profile shows and asks before a deposit. */
export default function BeforeDeposit({ amount, onMissing }: BeforeDepositProps) {
  const limits = useQuery(limitsQuery()).data
  const missing = limits !== undefined && missingLimits(limits) !== null
  const { hasNewTerms } = useStore(profileAsks)
  useEffect(() => onMissing(missing), [missing, onMissing])
  return (
    <>
      <WorthLine of={amount} />
      <TextLink to="/account/limits" className="-mb-3 self-start py-3 text-sm">
        Limits and breaks
      </TextLink>
      {hasNewTerms && (
        <TextLink to="/account/terms-conditions" className="self-start py-3 text-sm">
          New terms: please read and accept them
        </TextLink>
      )}
      {limits && <LimitFirst limits={limits} className="mt-4" />}
    </>
  )
}
