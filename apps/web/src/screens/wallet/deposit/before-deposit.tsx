import { typedAmount } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { limitsQuery } from '../../../api/limits.ts'
import { useStore } from '../../../browser/listeners.ts'
import { WorthLine } from '../../../forms/worth.tsx'
import { profileAsks } from '../../../shell/profile.ts'
import { TextLink } from '../../../ui/text-button.tsx'
import { LimitFirst, missingLimits } from '../../limits/limit-first.tsx'
import type { PaymentForm } from '../payment-form.tsx'

interface BeforeDepositProps {
  form: UseFormReturn<PaymentForm>
  /** Whether the player must set a limit first. */
  onMissing: (missing: boolean) => void
}

/** What the profile shows and asks before a deposit. */
export default function BeforeDeposit({ form, onMissing }: BeforeDepositProps) {
  const limits = useQuery(limitsQuery()).data
  const missing = limits !== undefined && missingLimits(limits) !== null
  const { hasNewTerms } = useStore(profileAsks)
  useEffect(() => onMissing(missing), [missing, onMissing])
  const navigate = useNavigate()
  const { pathname } = useLocation()
  // For the way back to the form.
  const keep = () => void navigate(pathname, { replace: true, state: form.getValues() })
  return (
    <>
      <WorthLine of={typedAmount(form.watch('amount'))} />
      <TextLink to="/account/limits" onClick={keep} className="-mb-3 self-start py-3 text-sm">
        Limits and breaks
      </TextLink>
      {hasNewTerms && (
        <TextLink to="/account/terms-conditions" onClick={keep} className="self-start py-3 text-sm">
          New terms: please read and accept them
        </TextLink>
      )}
      {limits && <LimitFirst limits={limits} className="mt-4" />}
    </>
  )
}
