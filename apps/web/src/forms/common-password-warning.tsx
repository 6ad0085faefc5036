import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'

/**
 * Warns of a common password below the field; the rule allows them. The list is loaded with the
 * first character typed, so a form that is only looked at doesn't load it.
 */
export function CommonPasswordWarning({ password }: { password: string }) {
  const [isCommon, setIsCommon] = useState<((password: string) => boolean) | null>(null)
  const isTyped = password !== ''
  useEffect(() => {
    if (!isTyped) return
    import('./common-passwords.ts').then(
      ({ isCommonPassword }) => setIsCommon(() => isCommonPassword),
      // If it can't be loaded, the next password tries again.
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
