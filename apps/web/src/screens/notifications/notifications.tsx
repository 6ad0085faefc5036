import { Screen } from '../../shell/screen.tsx'
import { ScreenBar } from '../../shell/screen-bar.tsx'
import { useSession } from '../../shell/session.ts'
import { TextButton } from '../../ui/text-button.tsx'
import { NoticeList } from './notice-list.tsx'
import { useNotifications } from './use-notifications.ts'

export default function Notifications() {
  const player = useSession()
  return player && <Notices playerId={player.id} />
}

function Notices({ playerId }: { playerId: number }) {
  const notifications = useNotifications(playerId)
  function markAllRead() {
    // It goes when it is done; the heading stays.
    document.querySelector<HTMLElement>('main h1')?.focus()
    void notifications.markAllRead()
  }
  return (
    <Screen className="pb-6">
      <ScreenBar
        end={
          notifications.unread > 0 && <TextButton onClick={markAllRead}>Mark all read</TextButton>
        }
      />
      <div className="px-4.5">
        <NoticeList notifications={notifications} />
      </div>
    </Screen>
  )
}
