import { type Profile, updateProfile } from '@pipkin/contract'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { refetchCalls } from '../../api/queries.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toasts.ts'
import { notSaved } from './texts.ts'

const title = 'Show my name in Top 10 Players'

/**
 * Whether others see the player's name. Shows the choice at once, and takes it back if it could not
 * be saved.
 */
export function NameSwitch({ playerId, profile }: { playerId: number; profile: Profile }) {
  const [wish, setWish] = useState<boolean>()
  const shown = wish ?? profile.showName

  async function change(next: boolean) {
    if (wish !== undefined) return
    setWish(next)
    const result = await call(updateProfile, { player: playerId, showName: next })
    if (!result.ok) toast.error(failureMessage(result, notSaved))
    await refetchCalls('readProfile')
    void refetchCalls('listTopPlayers')
    setWish(undefined)
  }

  return (
    <Card className="mt-3.5 flex items-center gap-3 px-3.5 py-3">
      <div className="min-w-0 grow">
        <div className="text-row">{title}</div>
        <div className="text-cap text-ink2">
          Off: you appear as Player ••{String(playerId).slice(-2)}
        </div>
      </div>
      <Switch label={title} on={shown} onChange={(next) => void change(next)} />
    </Card>
  )
}
