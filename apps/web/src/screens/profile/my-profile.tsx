import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { profileQuery } from '../../api/queries.ts'
import { PlayerAvatar } from '../../shell/player-avatar.tsx'
import { Screen } from '../../shell/screen.tsx'
import { ScreenBar } from '../../shell/screen-bar.tsx'
import { type Session, useSession } from '../../shell/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { NameSwitch } from './name-switch.tsx'
import { ProfileRows } from './profile-rows.tsx'

export default function MyProfile() {
  const player = useSession()
  return player && <Profile player={player} />
}

function Profile({ player }: { player: Session }) {
  const { data: profile, isError, refetch } = useQuery(profileQuery(player.id))
  return (
    <Screen className="pb-6">
      <ScreenBar />
      <div className="flex grow flex-col px-4.5">
        <div className="flex flex-col items-center pt-2.5 pb-5 text-center">
          <PlayerAvatar player={player} size={104} />
          <h2 className="mt-3 max-w-full text-h1 [overflow-wrap:anywhere]">
            {profile?.name ?? player.name}
          </h2>
          <p className="text-ink2">ID {player.id}</p>
        </div>
        {profile ? (
          <>
            <ProfileRows profile={profile} />
            <NameSwitch playerId={player.id} profile={profile} />
            <div className="mt-auto pt-6">
              <ButtonLink to="/account/my-profile/edit-profile" look="line">
                <Pencil size={19} aria-hidden />
                Edit Profile
              </ButtonLink>
            </div>
          </>
        ) : isError ? (
          <ErrorState onRetry={() => void refetch()} />
        ) : (
          <ListSkeleton rows={3} />
        )}
      </div>
    </Screen>
  )
}
