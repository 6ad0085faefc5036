import { useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { profileQuery } from '../../api/queries.ts'
import { Card } from '../../ui/card.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'
import { sinceLogIn } from './since-log-in.ts'

/** Says beforehand whether the password will be asked for once more. */
export function FreshLogIn({ playerId }: { playerId: number }) {
  const profile = useQuery(profileQuery(playerId)).data
  return (
    <Card className="mt-5.5 flex items-center gap-3 px-3.5 py-3">
      <IconTile tone="info">
        <Clock size={20} />
      </IconTile>
      <p className="grow text-sm">
        {profile && `${sinceLogIn(Date.now() - profile.passwordAt.getTime())} `}
        After 15 minutes we ask for your password again, right here.
      </p>
    </Card>
  )
}
