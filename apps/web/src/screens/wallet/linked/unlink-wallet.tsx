import { unlinkWallet } from '@pipkin/contract'
import { type RefObject, useState } from 'react'
import { call } from '../../../api/call.ts'
import { saidNo } from '../../../api/confirm.ts'
import { refetchCalls } from '../../../api/queries.ts'
import { dayTimeText } from '../../../browser/dates.ts'
import { failureMessage } from '../../../forms/failure-message.ts'
import { Button } from '../../../ui/button.tsx'
import { Panel } from '../../../ui/card.tsx'
import { FormError } from '../../../ui/field.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { shortId } from '../../../ui/short-id.ts'
import { TextButton } from '../../../ui/text-button.tsx'
import { toast } from '../../../ui/toasts.ts'
import type { LinkedWallet } from '../paid-wallet.ts'

export interface UnlinkWalletProps {
  wallet: LinkedWallet
  /** Those that stay linked. */
  others: readonly LinkedWallet[]
  open: boolean
  onClose: () => void
  /** Gets the focus afterwards, since the button that opened this has gone. */
  finalFocus: RefObject<HTMLElement | null>
}

/** Asks before a wallet is unlinked, and says what then happens. */
export function UnlinkWallet(props: UnlinkWalletProps) {
  const { wallet, others, open, onClose, finalFocus } = props
  // Keeps the address: the sheet may be opened for another wallet next.
  const [unlinked, setUnlinked] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  function close() {
    setRefusal(undefined)
    onClose()
  }
  async function unlink() {
    setBusy(true)
    const result = await call(unlinkWallet, { address: wallet.address })
    setBusy(false)
    if (saidNo(result)) return
    // It may be unlinked, also where no answer came.
    void refetchCalls('describeChain')
    if (!result.ok) return setRefusal(failureMessage(result))
    toast.success('Wallet unlinked')
    setUnlinked(wallet.address)
    close()
  }

  return (
    <Sheet
      open={open}
      onClose={close}
      title="Unlink this wallet?"
      finalFocus={unlinked === wallet.address ? finalFocus : undefined}
    >
      <Panel className="mt-3 text-[0.9375rem] leading-5.25 font-600 tracking-[0.01em] [overflow-wrap:anywhere]">
        {wallet.address}
      </Panel>
      <p className="mt-3 text-sm text-ink2">{afterwards(others)}</p>
      <p className="mt-2 text-sm text-ink2">
        What is on its way to it or from it arrives. You can link it again: it counts as new then.
      </p>
      <FormError>{refusal}</FormError>
      <Button size="tall" busy={busy} onClick={() => void unlink()} className="mt-4">
        Unlink wallet
      </Button>
      <div className="mt-1 text-center">
        <TextButton onClick={close}>Keep it</TextButton>
      </div>
    </Sheet>
  )
}

/** Where payouts go once it is unlinked, as far as it is certain here. */
function afterwards(others: readonly LinkedWallet[]): string {
  const paid = others.find((other) => other.paid)
  const payable = others.filter(({ doubted }) => !doubted)
  const free = payable.filter(({ heldUntil }) => !heldUntil)
  const [next] = free.length > 0 ? free : payable
  if (paid) return `Payouts go to ${shortId(paid.address)}, as before.`
  if (!next) return 'No other can be paid: nothing can be withdrawn until you link one.'
  if (next.heldUntil)
    return `Payouts wait then, until ${dayTimeText(next.heldUntil)} at the latest.`
  return `Payouts go to another linked wallet then, such as ${shortId(next.address)}.`
}
