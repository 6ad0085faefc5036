import { feeOf, shareText } from '@pipkin/contract'
import { type Money, moneyText } from '@pipkin/money'
import { UserRound } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/card.tsx'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { CostSummary } from '../cost-summary.tsx'

/** What is about to be sent, and to whom. */
export interface Sending {
  readonly receiver: number
  /** As much of the name as others may see: `M••••`. */
  readonly name: string
  readonly amount: Money
  /** What a send costs as it was shown, in hundredths of a percent. */
  readonly share: number
}

export interface ConfirmSendProps {
  sending: Sending
  open: boolean
  busy: boolean
  onClose: () => void
  onConfirm: () => void
}

/** The last look: a transfer can't be undone. */
export function ConfirmSend({ sending, open, busy, onClose, onConfirm }: ConfirmSendProps) {
  const { receiver, name, amount, share } = sending
  const text = moneyText(amount)
  return (
    <Sheet open={open} onClose={onClose} title={`Send ${text} fkr?`}>
      <Panel className="mt-3 flex items-center gap-3">
        <IconTile tint="sky" round>
          <UserRound size={20} />
        </IconTile>
        <div className="min-w-0">
          <div className="text-row">{name}</div>
          <div className="text-cap text-ink2">ID {receiver}</div>
        </div>
      </Panel>
      <Panel className="mt-2.5">
        <CostSummary
          large
          amount={amount}
          fee={feeOf(amount, share)}
          share={shareText(share)}
          leaves="Leaves your wallet"
          arrives={`User ${receiver} gets`}
        />
      </Panel>
      <p className="mt-3 text-sm text-ink2">
        A transfer can't be undone. Does the name begin as you expect?
      </p>
      <Button size="tall" busy={busy} onClick={onConfirm} className="mt-4">
        Send {text} fkr
      </Button>
      <div className="mt-1 text-center">
        <TextButton onClick={onClose}>Back to the form</TextButton>
      </div>
    </Sheet>
  )
}
