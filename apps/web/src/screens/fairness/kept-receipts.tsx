import { isRoundReceipt } from '@pipkin/games/verify'
import { ReceiptText } from 'lucide-react'
import { useState } from 'react'
import { readReceipts } from '../../play/receipts.ts'
import { Button } from '../../ui/button.tsx'
import { tryAgain } from '../../ui/states.tsx'
import { LogReport } from '../proof/log-report.tsx'
import { type LogLook, lookInLog } from '../proof/look-in-log.ts'

/** How many of the newest receipts are looked up; each takes a call. */
const most = 60

/** Looks up in the log the receipts that this browser has kept. */
export default function KeptReceipts() {
  const [look, setLook] = useState<LogLook | 'failed'>()
  const [busy, setBusy] = useState(false)
  const kept = readReceipts().filter(isRoundReceipt).slice(-most)
  if (kept.length === 0) return null
  async function press() {
    setBusy(true)
    setLook(await lookInLog(kept).catch(() => 'failed' as const))
    setBusy(false)
  }
  return (
    <div className="mt-2.5">
      <Button look="line" size="small" className="w-full" busy={busy} onClick={() => void press()}>
        {!busy && <ReceiptText size={17} aria-hidden />}
        Find my receipts in the log
      </Button>
      {look === 'failed' && (
        <p role="alert" className="mt-3 text-sm text-loss">
          {tryAgain}
        </p>
      )}
      {look && look !== 'failed' && <Found look={look} />}
    </div>
  )
}

function Found({ look }: { look: LogLook }) {
  const there = look.looked.filter(({ is }) => is === 'there').length
  const others = look.looked.filter(({ is }) => is !== 'there')
  return (
    <div role="status" className="mt-3 text-sm text-ink2">
      <p>
        {there} of the {look.looked.length} newest receipts that this browser keeps are in the log,
        by its proofs.
      </p>
      {others.length > 0 && <LogReport isNamed look={{ ...look, looked: others }} />}
    </div>
  )
}
