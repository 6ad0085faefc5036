import { useQuery } from '@tanstack/react-query'
import { photoUrl } from '../api/photo-url.ts'
import { profileQuery } from '../api/queries.ts'
import { Avatar, type AvatarSize } from '../ui/avatar.tsx'
import type { Session } from './session.ts'

/** The player's own picture, or the initial until it is there. */
export function PlayerAvatar({
  player,
  size,
  className,
}: {
  player: Session
  size?: AvatarSize
  className?: string
}) {
  const profile = useQuery(profileQuery(player.id)).data
  return (
    <Avatar
      name={player.name}
      src={photoUrl(profile?.picture ?? null)}
      size={size}
      className={className}
    />
  )
}
