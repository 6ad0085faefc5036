import { type Profile, refusals } from '@pipkin/contract'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/queries.ts'
import { type MailedCode, useCode } from '../../forms/use-code.ts'
import { useNavigateWhileHere } from '../../forms/use-navigate-while-here.ts'
import { type Session, startSession } from '../../shell/session.ts'
import { toast } from '../../ui/toasts.ts'
import { notSaved } from './texts.ts'

interface SaveProfile {
  readonly save: (form: { name: string; email: string }) => Promise<void>
  /** What the player has to give before the same can be saved. */
  readonly asks: 'code' | 'password' | undefined
  readonly code: MailedCode
  /** The question is answered, or put away. */
  readonly stop: () => void
}

/** Saves a profile; what the server wants first, it says by its refusal. */
export function useSaveProfile(player: Session, profile: Profile): SaveProfile {
  const navigate = useNavigateWhileHere()
  const code = useCode()
  const [asks, setAsks] = useState<SaveProfile['asks']>()

  async function save(form: { name: string; email: string }) {
    const name = form.name.trim()
    const result = await call('updateProfile', {
      query: { id: player.id },
      body: { Name: name, Email_Id: form.email, Mobile_No: profile.Mobile_No },
    })
    if (result.ok) {
      startSession({ ...player, name })
      for (const read of ['userList', 'topPlayers', 'topWinners'])
        void queryClient.invalidateQueries({ queryKey: [read] })
      toast.success(result.message)
      return navigate('/account/my-profile')
    }
    const message = result.kind === 'refused' ? result.message : notSaved
    if (message === refusals.loginNotFresh.message) return setAsks('password')
    if (message === refusals.emailNotVerified.message) {
      setAsks('code')
      return code.ask(form.email, name)
    }
    toast.error(message)
  }

  return { save, asks, code, stop: () => setAsks(undefined) }
}
