import { refusals } from '@pipkin/contract'
import { useState } from 'react'
import { useLocation } from 'react-router'
import type { CallFailure } from '../../api/call.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { verifySession } from '../../shell/session.ts'
import { toast } from '../../ui/toasts.ts'

/** What came of the call that used a link's token. */
export type UsedLink = { readonly ok: true } | CallFailure

/**
 * A mailed link that works once, and what has come of it; `take` gets the answer of the call that
 * used it. `mayBeDone`: it is over, perhaps by an earlier try that got no answer. Its token is the
 * address's fragment, which is sent to no server; a reload keeps it.
 */
export function useMailedLink() {
  const token = useLocation().hash.slice(1)
  // Another link may be opened in the same tab: the page then stays, with what came of the first.
  const [used, setUsed] = useState<{ token: string; state: 'over' | 'done' }>()
  const state = used?.token === token ? used.state : token ? 'asking' : 'over'
  // A link works once, so the repeat of a try whose answer was lost finds it over.
  const [unanswered, setUnanswered] = useState<string>()
  const mayBeDone = state === 'over' && token !== '' && unanswered === token

  async function take(result: UsedLink): Promise<void> {
    if (result.ok) {
      setUsed({ token, state: 'done' })
      // If this browser was logged in to the account, it isn't any more.
      await verifySession()
    } else if (result.kind === 'refused' && result.message === refusals.linkOver.message)
      setUsed({ token, state: 'over' })
    else {
      if (result.kind !== 'refused') setUnanswered(token)
      toast.error(failureMessage(result))
    }
  }
  return { token, state, mayBeDone, take }
}
