import { Info, X } from 'lucide-react'
import { useEffect } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { dismissFailures } from '../ui/toast-list.ts'
import { focusLateHeading } from './route-entry.tsx'
import { type LostBy, sessionLost } from './session.ts'

const pressed = 'What you pressed after that was not done.'
const goOn = 'Log in to go on where you were.'

const reasons: Readonly<Record<LostBy, string>> = {
  idle: `because nothing happened here for a while. ${goOn}`,
  limit: `because your limit is used up. Limits and breaks in Account says until when. ${goOn}`,
  tab: `in another tab. ${pressed} ${goOn}`,
  closing:
    'probably because your account is closed, as you asked: then we mail you that. If no mail ' +
    'comes, log in and look.',
  server: `because your session ran out, or was ended on another device. ${pressed} ${goOn}`,
}
/** Without its cookie a session ends with the log-in that began it. */
const noCookies = `because this browser keeps no cookies for this site: allow them first. ${goOn}`

/** Says that the session has ended and why, on the screen that the player has come to. */
export default function LoggedOut({ by }: { by: LostBy }) {
  const reason = by === 'server' && !navigator.cookieEnabled ? noCookies : reasons[by]
  // This message explains the refusals better than their error toasts.
  useEffect(dismissFailures, [])
  function dismiss() {
    sessionLost.set(null)
    // The dismissed message had the focus.
    setTimeout(focusLateHeading)
  }
  return (
    <div className="px-4.5 py-3 wide:mx-auto wide:w-page wide:px-0">
      <div
        role="alert"
        className="flex items-start gap-2.5 rounded-md bg-info-tint px-3.5 py-2.75 text-sm"
      >
        <Info size={20} aria-hidden className="shrink-0 text-info" />
        <p className="grow">
          <strong>You have been logged out</strong> {reason}
        </p>
        <IconButton label="Dismiss" onClick={dismiss} className="-my-2.75 -mr-3.5">
          <X size={18} aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}
