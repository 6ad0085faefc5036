import { describeChain, refusals, typedAmount } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { limitsQuery } from '../../../api/limits.ts'
import { callQuery } from '../../../api/queries.ts'
import { createDrafts, useKeptForm } from '../../../forms/drafts.ts'
import { barOf, isDepositUsedUp, logOutAtLimit } from '../../../forms/limit-words.ts'
import { useWorthText } from '../../../forms/worth.tsx'
import { profileAsks } from '../../../shell/profile.ts'
import { useWalletChoice } from '../link/use-wallet-choice.tsx'
import { amountAsTyped, type PaymentForm, usePaymentForm } from '../payment-form.tsx'
import { tooSmall } from '../too-small.ts'
import { DepositForm } from './deposit-form.tsx'
import { DepositUnderway } from './deposit-underway.tsx'
import { textIn } from './text-in.ts'
import { useDeposit } from './use-deposit.ts'

const drafts = createDrafts<PaymentForm>()

/** The form, and after the press of Deposit the steps in the wallet, until the server has it. */
export function NewDeposit({ playerId }: { playerId: number }) {
  const navigate = useNavigate()
  const { state: kept } = useLocation()
  const passed = { amount: textIn(kept, 'amount') ?? '', method: textIn(kept, 'method') ?? '' }
  const form = usePaymentForm(drafts.read(playerId) ?? passed)
  useKeptForm(drafts, playerId, form)
  const { data: chain, refetch } = useQuery(callQuery(describeChain))
  const limits = useQuery(limitsQuery()).data
  const worth = useWorthText()
  const { choose, chooser } = useWalletChoice()
  const noWallet = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState(false)
  const { state, start, retry, cancel } = useDeposit(playerId)

  useEffect(() => {
    if (state.at !== 'reported') return
    const { deposit, account } = state
    const amount = amountAsTyped(state.amount)
    void navigate(`?deposit=${encodeURIComponent(deposit)}`, {
      replace: true,
      state: { account, amount },
    })
  }, [state, navigate])

  const deposit = form.handleSubmit(async (typed) => {
    const amount = typedAmount(typed.amount)
    const small = amount && tooSmall('deposit', amount, chain)
    if (small) return form.setError('amount', { message: small }, { shouldFocus: true })
    // Before the wallet is asked for anything; the server judges it again.
    if (chain?.depositsPaused && (await refetch()).data?.depositsPaused !== false)
      return form.setError('root', { message: refusals.depositsPaused.message })
    if (profileAsks.read().termsDue)
      return form.setError('root', { message: refusals.termsDue.message })
    if (isDepositUsedUp(limits)) return logOutAtLimit()
    const barred = amount && barOf(limits, amount, worth)
    if (barred) return form.setError('amount', { message: barred }, { shouldFocus: true })
    const wallet = amount && (await choose())
    if (wallet) start({ amount, wallet: wallet.rdns, key: crypto.randomUUID() }, wallet.provider)
    else {
      setWanted(true)
      noWallet.current?.focus()
    }
  })

  function backToForm() {
    flushSync(cancel)
    document.querySelector<HTMLElement>('main h1')?.focus()
  }

  if (state.at !== 'choosing')
    return (
      <DepositUnderway
        state={state}
        confirmations={chain?.confirmations}
        onRetry={() => void retry()}
        onCancel={backToForm}
      />
    )
  return (
    <>
      <DepositForm
        form={form}
        chain={chain}
        limits={limits}
        noWallet={noWallet}
        wanted={wanted}
        onSubmit={() => void deposit()}
      />
      {chooser}
    </>
  )
}
