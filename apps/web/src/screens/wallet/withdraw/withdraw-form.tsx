import { describeChain, feeOf, requestWithdrawal, typedAmount } from '@pipkin/contract'
import { type Money, moneyText, subtract, zero } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { callQuery } from '../../../api/queries.ts'
import { isUnanswered } from '../../../api/request-once.ts'
import type { FundingMove } from '../../../forms/funding-move.ts'
import { amountDigits, restrictInput } from '../../../forms/restrict-input.ts'
import { WorthLine } from '../../../forms/worth.tsx'
import { Screen } from '../../../shell/screen.tsx'
import { ScreenBar } from '../../../shell/screen-bar.tsx'
import { AmountField } from '../../../ui/amount-field.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormError } from '../../../ui/field.tsx'
import { NoAnswer } from '../../../ui/no-answer.tsx'
import { DepositBalance } from '../deposit-balance.tsx'
import { useFees } from '../fees.ts'
import { WalletList } from '../linked/wallet-list.tsx'
import { paidWallet } from '../paid-wallet.ts'
import { MethodField, type PaymentForm } from '../payment-form.tsx'
import { tooSmall } from '../too-small.ts'
import { ConfirmWithdrawal } from './confirm-withdrawal.tsx'
import { LinkedWallet } from './linked-wallet.tsx'
import { MoveFirst } from './move-first.tsx'
import { Summary } from './summary.tsx'

export interface WithdrawFormProps {
  playerId: number
  form: UseFormReturn<PaymentForm>
  /** The server's last refusal. */
  refusal: string | undefined
  /** The move to Deposit that was made for it. */
  moved: FundingMove | null
  onMoved: (moved: FundingMove) => void
  /** Whether payouts now go to another wallet than the one that the player saw. */
  changed: boolean
  onSend: (amount: Money, seen: { address: string; fee: Money }) => void
}

/** How much is withdrawn, what of it arrives and where. A sheet asks before it is sent. */
export function WithdrawForm(props: WithdrawFormProps) {
  const { playerId, form, refusal, moved, onMoved, changed, onSend } = props
  const { register, watch, handleSubmit, setError, formState } = form
  const { errors } = formState
  const chain = useQuery(callQuery(describeChain))
  const address = paidWallet(chain.data)?.address
  const linkFirst = useLinkFirst(address)
  const amount = typedAmount(watch('amount'))
  const { withdrawal: share } = useFees()
  // The sheet keeps the fee with which it opened: the player agrees to that fee.
  const [sheet, setSheet] = useState({ isOpen: false, share })
  const arrives = amount === null ? null : subtract(amount, feeOf(amount, share))
  const isRepeat = amount !== null && isUnanswered(requestWithdrawal, { player: playerId, amount })

  /** Whether everything that a withdrawal needs is there; if not, the screen says what isn't. */
  async function isReady(): Promise<boolean> {
    let ready = false
    await handleSubmit(() => {
      const small = amount && tooSmall('withdrawal', amount, chain.data)
      // The smallest amount changes with the cost of gas.
      if (small) void chain.refetch()
      if (small) setError('amount', { message: small })
      else if (arrives === null || arrives <= 0n)
        setError('amount', { message: 'Enter valid amount' })
      else if (address !== undefined) ready = true
      else linkFirst.focus()
    })()
    return ready
  }
  async function ask(event: SubmitEvent) {
    event.preventDefault()
    if (await isReady()) setSheet({ isOpen: true, share })
  }
  function goOn(move: FundingMove) {
    onMoved(move)
    setSheet({ isOpen: true, share })
  }

  return (
    <Screen>
      <ScreenBar />
      <form
        noValidate
        onSubmit={(event) => void ask(event)}
        className="flex grow flex-col px-4.5 pt-px pb-7.5"
      >
        <DepositBalance playerId={playerId} />
        <MethodField
          className="mt-4"
          chosen={watch('method') !== ''}
          error={errors.method?.message}
          {...register('method')}
        />
        <AmountField
          label="Enter Amount"
          inputMode="decimal"
          error={errors.amount?.message}
          {...restrictInput(amountDigits, register('amount'))}
        />
        <FormError>{errors.root?.message ?? refusal}</FormError>
        <MoveFirst
          playerId={playerId}
          // Deposit may lack only what the unanswered request has taken: it is repeated first.
          amount={isRepeat ? null : amount}
          isReady={isReady}
          moved={moved}
          onMoved={goOn}
        />
        <AmountField label="Amount to send" readOnly value={moneyText(arrives ?? zero)} />
        <WorthLine of={arrives} />
        <div ref={linkFirst.place}>
          <LinkedWallet
            chain={chain.data}
            failed={chain.isError}
            changed={changed}
            onRetry={() => void chain.refetch()}
          />
        </div>
        {address !== undefined && (
          <Summary amount={amount ?? zero} feeShare={share} className="mt-4 px-0.5" />
        )}
        {isRepeat && <NoAnswer />}
        <Continue isLinked={address !== undefined} isKnown={chain.data !== undefined} />
      </form>
      {address !== undefined && (
        <div className="px-4.5 pb-7.5">
          <WalletList />
        </div>
      )}
      {amount !== null && address !== undefined && (
        <ConfirmWithdrawal
          open={sheet.isOpen}
          amount={amount}
          feeShare={sheet.share}
          address={address}
          onClose={() => setSheet({ ...sheet, isOpen: false })}
          onConfirm={() => onSend(amount, { address, fee: feeOf(amount, sheet.share) })}
        />
      )}
    </Screen>
  )
}

/** The button to go on; without a linked wallet it says to link one first. */
const Continue = ({ isLinked, isKnown }: { isLinked: boolean; isKnown: boolean }) => (
  <div className="mt-auto pt-5">
    <Button
      type="submit"
      size="tall"
      // Until a wallet is linked, Link wallet has the butter.
      look={isLinked ? 'butter' : 'line'}
      aria-describedby={isLinked ? undefined : 'link-first'}
    >
      Continue
    </Button>
    {isKnown && !isLinked && (
      <p id="link-first" className="mt-2.5 text-center text-cap text-ink2">
        Please link a wallet first
      </p>
    )}
  </div>
)

/** Where a wallet is linked. It takes the focus when the last one was unlinked. */
function useLinkFirst(address: string | undefined) {
  const place = useRef<HTMLDivElement>(null)
  const focus = () => place.current?.querySelector('button')?.focus()
  const hadAddress = useRef(false)
  useEffect(() => {
    // The focused element has gone with the list.
    if (hadAddress.current && address === undefined && document.activeElement === document.body)
      place.current?.querySelector('button')?.focus()
    hadAddress.current = address !== undefined
  }, [address])
  return { place, focus }
}
