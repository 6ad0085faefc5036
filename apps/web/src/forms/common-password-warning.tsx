import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'

/**
 * Warns under the field of a new password; the rule allows common ones. The list of them comes with
 * the first character: a form of a log-in, or of one that is only looked at, doesn't load it.
 */
export function CommonPasswordWarning({ password }: { password: string }) {
  const [isCommon, setIsCommon] = useState<((password: string) => boolean) | null>(null)
  const isTyped = password !== ''
  useEffect(() => {
    if (!isTyped) return
    import('./common-passwords.ts').then(
      ({ isCommonPassword }) => setIsCommon(() => isCommonPassword),
      // Where it can't be loaded now, it is tried again with the next password.
      () => undefined,
    )
  }, [isTyped])
  return (
    isCommon?.(password) && (
      <p role="status" className="mt-1.5 flex items-center gap-2 text-sm font-600 text-pending">
        <TriangleAlert size={17} aria-hidden className="shrink-0" />
        This one is common and easy to guess.
      </p>
    )
  )
}
