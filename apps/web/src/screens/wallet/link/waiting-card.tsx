import { Spinner } from '../../../ui/spinner.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { StateCard } from './state-card.tsx'

/** The wallet's own window is open somewhere, or about to be. */
export function WaitingCard({ onCancel }: { onCancel: () => void }) {
  return (
    <StateCard
      role="status"
      tone="info"
      icon={<Spinner />}
      title="Waiting for your wallet"
      note="Accept the request in its window."
      end={<TextButton onClick={onCancel}>Cancel</TextButton>}
    />
  )
}
