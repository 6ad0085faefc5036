import { type Money, moneyText } from '@pipkin/money'
import { useWorthText } from '../../../forms/worth.tsx'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/card.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { Summary } from './summary.tsx'

export interface ConfirmWithdrawalProps {
  open: boolean
  amount: Money
  /** As it was shown, in hundredths of a percent. */
  feeShare: number
  /** In full: it is the last look at where the money goes. */
  address: string
  onClose: () => void
  onConfirm: () => void
}

/** The last look: a withdrawal on the chain can't be undone. */
export function ConfirmWithdrawal({
  open,
  amount,
  feeShare,
  address,
  onClose,
  onConfirm,
}: ConfirmWithdrawalProps) {
  const text = moneyText(amount)
  const worth = useWorthText()
  return (
    <Sheet open={open} onClose={onClose} title={`Withdraw ${text} fkr?`}>
      <Panel className="mt-3">
        <Summary large amount={amount} feeShare={feeShare} />
      </Panel>
      <Panel className="mt-2.5">
        <div className="text-cap text-ink2">To your linked wallet</div>
        <div className="mt-0.75 text-[0.9375rem] leading-5.25 font-600 tracking-[0.01em] [overflow-wrap:anywhere]">
          {address}
        </div>
      </Panel>
      <p className="mt-3 text-sm text-ink2">
        A withdrawal on the chain can't be undone. My Wallet shows it on its way. If it can't be
        paid, all {text}
        {worth(amount)} come back.
      </p>
      <Button size="tall" onClick={onConfirm} className="mt-4">
        Withdraw {text} fkr
      </Button>
      <div className="mt-1 text-center">
        <TextButton onClick={onClose}>Back to the form</TextButton>
      </div>
    </Sheet>
  )
}
