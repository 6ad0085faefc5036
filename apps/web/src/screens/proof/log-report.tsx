import { FileWarning } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { CheckList } from './check-list.tsx'
import type { Check } from './checks.ts'
import { titleOf } from './log-checks.ts'
import { complaintOf, type LogLook, type Looked } from './look-in-log.ts'
import { saveJson } from './save-json.ts'

const states: Readonly<Record<Looked['is'], Check['state']>> = {
  there: 'holds',
  waits: 'waits',
  old: 'waits',
  lost: 'waits',
  foreign: 'waits',
  missing: 'fails',
  wrong: 'fails',
}

const checkOf = ({ receipt, is, note }: Looked, isNamed: boolean): Check => ({
  title: isNamed ? `${titleOf(receipt)}: ${receipt.facts.transactionId}` : titleOf(receipt),
  state: states[is],
  note,
  failed: [],
})

/**
 * Whether the log has the receipts of one round, or of several, which are then named by their ids.
 * `look` is undefined while the log is asked.
 */
export function LogReport({
  look,
  isNamed = false,
}: {
  look: LogLook | 'failed' | undefined
  isNamed?: boolean
}) {
  if (look === undefined || look === 'failed')
    return (
      <p role="status" className="mt-2.5 text-sm text-ink2">
        {look ? "The log can't be read now." : 'Looking into the log…'}
      </p>
    )
  return (
    <>
      <CheckList label="The log" checks={look.looked.map((one) => checkOf(one, isNamed))} />
      <SaveComplaint look={look} />
    </>
  )
}

/** If the log lacks a receipt: saves a file with everything that shows it. */
function SaveComplaint({ look }: { look: LogLook }) {
  const complaint = complaintOf(look)
  if (!complaint) return null
  const [first] = complaint.receipts
  return (
    <div role="alert" className="mt-2.5 rounded-card bg-loss-tint px-4 py-3.25">
      <p className="text-sm">
        This is a complaint that anyone can check. The file has all that shows it: give it to the
        house, and to others.
      </p>
      <Button
        look="line"
        size="small"
        className="mt-2.5"
        onClick={() =>
          saveJson(complaint, `pipkin-complaint-${first?.facts.transactionId ?? ''}.json`)
        }
      >
        <FileWarning size={17} aria-hidden />
        Save the complaint
      </Button>
    </div>
  )
}
