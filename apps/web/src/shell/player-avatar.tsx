import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { photoUrl } from '../api/photo-url.ts'
import { profileQuery } from '../api/queries.ts'
import { Avatar, type AvatarSize } from '../ui/avatar.tsx'
import { rename, type Session } from './session.ts'

/**
 * The player's own picture, or the initial until it is there. The name that stands beside it is as
 * of the log-in: it may have been changed on another device, or by a save whose answer was lost.
 */
export function PlayerAvatar({
  player,
  size,
  className,
}: {
  player: Session
  size?: AvatarSize
  className?: string
}) {
  const { data: profile, isFetchedAfterMount: isFresh } = useQuery(profileQuery(player.id))
  useEffect(() => {
    if (profile && isFresh) rename(player.id, profile.name)
  }, [player.id, profile, isFresh])
  return (
    <Avatar
      name={player.name}
      src={photoUrl(profile?.picture ?? null)}
      size={size}
      className={className}
    />
  )
}
