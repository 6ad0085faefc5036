import { listNotices } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { callQuery } from '../../api/queries.ts'
import type { Session } from '../../shell/session.ts'
import { Link } from '../../ui/link.tsx'

/** The bell; a dot marks unread notices. */
export function NotificationsLink({ player }: { player: Session }) {
  const unread = useQuery(callQuery(listNotices, { player: player.id })).data?.unread ?? 0
  return (
    <Link
      to="/notifications"
      aria-label={unread > 0 ? `Notifications, ${unread} new` : 'Notifications'}
      className="relative -mr-2 grid size-11 shrink-0 place-items-center rounded-tile"
    >
      <Bell size={22} aria-hidden />
      {unread > 0 && (
        <span className="absolute top-2.25 right-2.5 size-2.5 rounded-full bg-butter shadow-[0_0_0_2px_var(--glaze)]" />
      )}
    </Link>
  )
}
