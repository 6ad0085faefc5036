import { describeChain, type OperationStatus, typedAmount } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Hourglass, SearchCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { CallError, callQuery, refetchMoney } from '../../../api/queries.ts'
import { Screen } from '../../../shell/screen.tsx'
import { useWithoutNavigation } from '../../../shell/without-navigation.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { Redirect } from '../../../ui/redirect.tsx'
import { ListSkeleton } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toasts.ts'
import { StateCard } from '../link/state-card.tsx'
import { amountAsTyped } from '../payment-form.tsx'
import { useOperation, waitsFor } from '../use-operation.ts'
import { Processing } from './processing.tsx'
import { textIn } from './text-in.ts'

// Seldom needed: a deposit starts within a second.
const CancelDeposit = lazyPart(async () => ({
  default: (await import('../cancel-deposit.tsx')).CancelDeposit,
}))

/** A deposit that the server has: its confirmations, until it is credited. */
export function ReportedDeposit({ id }: { id: string }) {
  const navigate = useNavigate()
  const passed: unknown = useLocation().state
  const account = textIn(passed, 'account')
  const confirmations = useQuery(callQuery(describeChain)).data?.confirmations
  const { operation: deposit, error } = useOperation('deposit', id)
  const state = deposit?.state
  const isLong = useIsLong(state === 'requested')

  useEffect(() => {
    if (state !== 'confirmed') return
    toast.success('Amount deposited successfully')
    void refetchMoney()
    void navigate('/account/wallet', { replace: true })
  }, [state, navigate])

  if (error instanceof CallError && error.kind === 'refused')
    return <Redirect to="/account/wallet" />
  const amount = deposit ? deposit.amount : typedAmount(textIn(passed, 'amount') ?? '')
  if (amount === null) return <NotYetKnown note={error ? stillAsking : null} />
  const halted = state === 'failed' || state === 'rejected'
  return (
    <Processing
      standing={{
        step: 'report',
        motion: halted ? 'failed' : 'going',
        amount,
        account,
        note: error ? stillAsking : state && waitsFor.deposit[state],
        confirmed: deposit?.confirmations ?? 0,
        confirmations,
      }}
    >
      {deposit && halted ? (
        <Failed
          deposit={deposit}
          onRetry={() =>
            void navigate('/account/wallet/deposite', {
              replace: true,
              state: { amount: amountAsTyped(amount) },
            })
          }
        />
      ) : state === 'review' ? (
        <InReview />
      ) : state === 'requested' && isLong ? (
        <StillWaits
          id={id}
          onCancelled={() => void navigate('/account/wallet', { replace: true })}
        />
      ) : undefined}
    </Processing>
  )
}

const stillAsking = 'No connection. We keep asking.'

/** Shown before the first answer if the page was opened by its address: the amount is unknown. */
function NotYetKnown({ note }: { note: string | null }) {
  useWithoutNavigation()
  return (
    <Screen rail={null} className="px-5.5 pt-20 pb-6">
      <p role="status" className="mb-4 min-h-5 text-center text-ink2">
        {note}
      </p>
      <ListSkeleton />
      <ButtonLink to="/account/wallet" look="line" size="medium" className="mt-4">
        My Wallet
      </ButtonLink>
    </Screen>
  )
}

function Failed({ deposit, onRetry }: { deposit: OperationStatus; onRetry: () => void }) {
  return (
    <>
      <StateCard
        role="alert"
        tone="loss"
        icon={<CircleAlert size={20} />}
        title={`Token transfer failed: ${deposit.reason ?? 'the chain did not carry it out'}`}
        note="Nothing left your wallet."
        end={
          <Button look="line" size="small" onClick={onRetry} className="px-3.25">
            Retry
          </Button>
        }
      />
      <ButtonLink to="/account/wallet" look="line" size="medium" className="mt-3">
        My Wallet
      </ButtonLink>
    </>
  )
}

const longMs = 5_000

/** Whether something has been so for a while. */
function useIsLong(isSo: boolean): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isSo) return
    const timer = setTimeout(() => setLong(true), longMs)
    return () => clearTimeout(timer)
  }, [isSo])
  return isLong
}

const StillWaits = ({ id, onCancelled }: { id: string; onCancelled: () => void }) => (
  <StateCard
    role="status"
    tone="pending"
    icon={<Hourglass size={20} />}
    title="Still waiting for its turn"
    note="Nothing is taken yet. You can cancel it."
    end={<CancelDeposit id={id} label="Cancel" onCancelled={onCancelled} />}
  />
)

const InReview = () => (
  <StateCard
    role="status"
    tone="pending"
    icon={<SearchCheck size={20} />}
    title="Being checked by us"
    note="Nothing more to do here. My Wallet shows this deposit."
    end={
      <ButtonLink to="/account/wallet" look="line" size="small" className="px-3.25">
        My Wallet
      </ButtonLink>
    }
  />
)
