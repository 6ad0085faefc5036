import { type Break, takeBreak } from '@pipkin/contract'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { applyLimits } from '../api/limits.ts'
import { Button } from '../ui/button.tsx'
import { FormError } from '../ui/field.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { toast } from '../ui/toasts.ts'
import { failureMessage } from './failure-message.ts'
import { breakText } from './limit-words.ts'

/** How long each break is, in words. */
export const breakLengths: Readonly<Record<Break['length'], string>> = {
  '24h': '24 hours',
  '7d': '7 days',
  '30d': '30 days',
  '6w': '6 weeks',
  '1m': '1 month',
  '2m': '2 months',
  '3m': '3 months',
  '6m': '6 months',
  '1y': '1 year',
  '5y': '5 years',
  ever: 'For ever',
}

interface TakeBreakProps {
  /** Null while none is asked for. */
  wanted: Break | null
  onClose: () => void
}

/** Asks whether to begin a break, a self-exclusion twice, and begins it. */
export function TakeBreak({ wanted, onClose }: TakeBreakProps) {
  return (
    <Sheet
      open={wanted !== null}
      onClose={onClose}
      title={wanted?.kind === 'exclusion' ? 'Exclude yourself?' : 'Take a break?'}
    >
      {wanted && <Question key={wanted.length} wanted={wanted} onClose={onClose} />}
    </Sheet>
  )
}

function Question({ wanted, onClose }: { wanted: Break; onClose: () => void }) {
  const [sure, setSure] = useState(wanted.kind === 'timeout')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const isForEver = wanted.length === 'ever'
  const length = isForEver ? 'ever' : breakLengths[wanted.length]

  async function begin() {
    setBusy(true)
    const result = await call(takeBreak, wanted)
    setBusy(false)
    if (!result.ok) return setError(failureMessage(result))
    applyLimits(result.answer)
    // Who pressed this far down a screen doesn't see what its head says.
    if (result.answer.break) toast.success(breakText(result.answer.break))
    onClose()
  }

  return (
    <>
      <p className="mt-1.5 text-ink2">
        For {length} you can’t bet, deposit or send, and rewards wait. An open round can be
        finished, and money withdrawn. It begins at once and can’t be made shorter.
      </p>
      {wanted.kind === 'exclusion' && (
        <p className="mt-2 text-ink2">
          {isForEver
            ? 'It doesn’t end.'
            : `It doesn’t end by itself: after ${length}, write to us, and it ends a day after our answer.`}
        </p>
      )}
      <FormError>{error}</FormError>
      {sure ? (
        <Button size="tall" className="mt-4" busy={busy} onClick={() => void begin()}>
          {wanted.kind === 'exclusion' ? `Exclude me for ${length}` : `Stop for ${length}`}
        </Button>
      ) : (
        <Button size="tall" look="line" className="mt-4" onClick={() => setSure(true)}>
          Yes, go on
        </Button>
      )}
      <Button look="line" className="mt-2.5" onClick={onClose}>
        Cancel
      </Button>
    </>
  )
}
