import { TriangleAlert } from 'lucide-react'
import { isCommonPassword } from './common-passwords.ts'

/** Warns under the field of a new password; the rule allows common ones. */
export const CommonPasswordWarning = ({ password }: { password: string }) =>
  isCommonPassword(password) && (
    <p role="status" className="mt-1.5 flex items-center gap-2 text-sm font-600 text-pending">
      <TriangleAlert size={17} aria-hidden className="shrink-0" />
      This one is common and easy to guess.
    </p>
  )
