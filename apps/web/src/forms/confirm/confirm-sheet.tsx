import { confirmSession, refusals } from '@pipkin/contract'
import { ShieldCheck } from 'lucide-react'
import { useRef } from 'react'
import { call } from '../../api/call.ts'
import type { Question } from '../../api/question.ts'
import { WithQueries } from '../../api/with-queries.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { useLast } from '../../ui/use-last.ts'
import { failureMessage } from '../failure-message.ts'
import { FactorForm } from './factor-form.tsx'
import type { Proof } from './ways.ts'

/** The question of `Confirmation` as a sheet, also above one that is open. */
export function ConfirmSheet({ asked }: { asked: Question | null }) {
  const first = useRef<HTMLElement>(null)
  const shown = useLast(asked)

  async function give(question: Question, proof: Proof) {
    const result = await call(confirmSession, proof)
    if (!result.ok) return failureMessage(result)
    question.answer(true)
    return undefined
  }

  return (
    <Sheet
      open={asked !== null}
      onClose={() => asked?.answer(false)}
      title={refusals.confirmFirst.message}
      above={
        <IconTile tint="sky" size="xl">
          <ShieldCheck size={27} />
        </IconTile>
      }
      initialFocus={first}
    >
      {shown && (
        <WithQueries>
          <FactorForm
            ways={shown.ways}
            purpose="confirm"
            give={(proof) => give(shown, proof)}
            first={first}
          />
        </WithQueries>
      )}
    </Sheet>
  )
}
