import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../../api/queries.ts'
import { Screen } from '../../shell/screen.tsx'
import { ScreenBar } from '../../shell/screen-bar.tsx'
import { type Session, useSession } from '../../shell/session.ts'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { ChangePhoto } from './photo/change-photo.tsx'
import { ProfileForm } from './profile-form.tsx'

export default function EditProfile() {
  const player = useSession()
  return player && <Edit player={player} />
}

function Edit({ player }: { player: Session }) {
  const { data: profile, isError, refetch } = useQuery(profileQuery(player.id))
  return (
    <Screen className="pb-6">
      <ScreenBar />
      <div className="flex grow flex-col px-4.5">
        <ChangePhoto player={player} />
        {profile ? (
          <ProfileForm player={player} profile={profile} />
        ) : isError ? (
          <ErrorState onRetry={() => void refetch()} />
        ) : (
          <ListSkeleton rows={3} />
        )}
      </div>
    </Screen>
  )
}
