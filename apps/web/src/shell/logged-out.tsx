import { Info, X } from 'lucide-react'
import { useEffect } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { dismissFailures } from '../ui/toast-list.ts'
import { sessionLost } from './session.ts'

/** Says that the session has ended, on the screen where that left the player. */
export default function LoggedOut() {
  // It says better what was refused because of it.
  useEffect(dismissFailures, [])
  return (
    <div className="px-4.5 py-3 wide:mx-auto wide:w-280 wide:px-0">
      <div
        role="alert"
        className="flex items-start gap-2.5 rounded-md bg-info-tint px-3.5 py-2.75 text-sm"
      >
        <Info size={20} aria-hidden className="shrink-0 text-info" />
        <p className="grow">
          <strong>You have been logged out,</strong> by time or from elsewhere. What you pressed
          after that was not done. Log in to go on where you were.
        </p>
        <IconButton
          label="Dismiss"
          onClick={() => sessionLost.set(false)}
          className="-my-2.75 -mr-3.5"
        >
          <X size={18} aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}
