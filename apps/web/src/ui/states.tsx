import { WifiOff } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from './button.tsx'
import { Card } from './card.tsx'
import { IconTile } from './icon-tile.tsx'
import { useOnline } from './use-online.ts'

/** The specification's message for a failure that has none of its own. */
export const tryAgain = 'An error occurred. Please try again.'

/**
 * Says that something could not be loaded, and whether the network is away, and offers Retry. It
 * retries by itself when the network comes back.
 */
export function ErrorState({
  message = tryAgain,
  onRetry,
}: {
  message?: string | undefined
  onRetry: () => void
}) {
  const online = useOnline()
  useEffect(() => {
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <Card role="alert" className="flex items-center gap-3 px-4 py-3.5">
      <IconTile tone="loss">
        <WifiOff size={20} />
      </IconTile>
      <div className="min-w-0 grow">
        <p className="text-row">{message}</p>
        {!online && (
          <p className="mt-0.5 text-sm text-ink2">No network. The demos work without one.</p>
        )}
      </div>
      <Button look="line" size="small" onClick={onRetry}>
        Retry
      </Button>
    </Card>
  )
}
