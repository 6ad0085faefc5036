import { LogOut } from 'lucide-react'
import { useSession } from '../../shell/session.ts'
import { useLeave } from '../../shell/use-leave.ts'
import { Button } from '../../ui/button.tsx'
import { TextButton } from '../../ui/text-button.tsx'

/** The way out of the session: a game's screen has no navigation that leads to it. */
export function LeaveGame({ look }: { look: 'button' | 'text' }) {
  const player = useSession()
  const leave = useLeave()
  if (!player) return null
  return look === 'button' ? (
    <Button look="line" size="small" onClick={leave}>
      <LogOut size={19} aria-hidden />
      Log out
    </Button>
  ) : (
    <TextButton className="mt-2 -mb-2.5 px-3" onClick={leave}>
      Log out
    </TextButton>
  )
}
