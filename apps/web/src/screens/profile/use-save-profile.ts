import { type Profile, refusals, updateProfile } from '@pipkin/contract'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { saidNo } from '../../api/confirm.ts'
import { refetchCalls } from '../../api/queries.ts'
import { createDrafts } from '../../forms/drafts.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { type EmailedCode, useEmailedCode } from '../../forms/use-emailed-code.ts'
import { useNavigateWhileHere } from '../../forms/use-still-here.ts'
import { rename, type Session } from '../../shell/session.ts'
import { toast } from '../../ui/toasts.ts'
import { notSaved } from './texts.ts'

export interface ProfileFields {
  readonly name: string
  readonly email: string
}
export const drafts = createDrafts<ProfileFields>()

interface SaveProfile {
  readonly save: (form: ProfileFields) => Promise<void>
  /** The new address must be verified before the profile can be saved. */
  readonly asksForCode: boolean
  readonly code: EmailedCode
  /** The question was answered or dismissed. */
  readonly stop: () => void
}

/** Saves a profile. A new address is verified by a code first. */
export function useSaveProfile(player: Session, profile: Profile): SaveProfile {
  const navigate = useNavigateWhileHere()
  const code = useEmailedCode()
  const [asksForCode, setAsksForCode] = useState(false)

  async function save(form: ProfileFields) {
    const name = form.name.trim()
    const { mobile } = profile
    const input = { player: player.id, name, email: form.email, mobile }
    const result = await call(updateProfile, input)
    if (result.ok) {
      drafts.forget(player.id)
      rename(player.id, name)
      void refetchCalls('readProfile', 'listTopPlayers', 'listTopWinners')
      toast.success(result.message)
      return navigate('/account/my-profile')
    }
    if (saidNo(result)) return
    const message = failureMessage(result, notSaved)
    if (message === refusals.emailNotVerified.message) {
      setAsksForCode(true)
      return code.ask(form.email, name)
    }
    toast.error(message)
  }

  return { save, asksForCode, code, stop: () => setAsksForCode(false) }
}
