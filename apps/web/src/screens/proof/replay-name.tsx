import { nameRound, readRoundName } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { callQuery, refetchCalls } from '../../api/queries.ts'
import { failureMessage } from '../../forms/failure-message.ts'
import { useSession } from '../../shell/session.ts'
import { Card } from '../../ui/card.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toasts.ts'

const title = 'With my name'

/**
 * The name of the round's player, if they want to show it; they choose that here. Shows the choice
 * at once, and takes it back if it could not be saved.
 */
export function ReplayName({
  transactionId,
  playerId,
}: {
  transactionId: string
  playerId: string
}) {
  const session = useSession()
  const name = useQuery(callQuery(readRoundName, { transactionId })).data?.name
  const [wish, setWish] = useState<boolean>()
  if (name === undefined) return null
  const player = session?.id
  if (player === undefined || String(player) !== playerId)
    return name === null ? null : <p className="mt-2.5 text-center text-sm">Played by {name}</p>

  async function change(next: boolean) {
    if (player === undefined || wish !== undefined) return
    setWish(next)
    const result = await call(nameRound, { player, transactionId, isNamed: next })
    if (!result.ok) toast.error(failureMessage(result, 'Your choice could not be saved'))
    await refetchCalls('readRoundName')
    setWish(undefined)
  }
  return (
    <Card className="mt-2.5 flex items-center gap-3 px-3.5 py-3">
      <div className="min-w-0 grow">
        <div className="text-row">{title}</div>
        <div className="text-cap text-ink2">
          {name === null
            ? "Off: the link doesn't say whose round it was"
            : `The link says that ${name} played it`}
        </div>
      </div>
      <Switch label={title} on={wish ?? name !== null} onChange={(next) => void change(next)} />
    </Card>
  )
}
