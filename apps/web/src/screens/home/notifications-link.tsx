import { Bell } from 'lucide-react'
import { Link } from 'react-router'
import { useRouteExists } from '../../shell/route.ts'

export function NotificationsLink() {
  const exists = useRouteExists()
  if (!exists('/notifications')) return null
  return (
    <Link
      to="/notifications"
      aria-label="Notifications"
      className="-mr-2 grid size-11 shrink-0 place-items-center rounded-tile"
    >
      <Bell size={22} aria-hidden />
    </Link>
  )
}
