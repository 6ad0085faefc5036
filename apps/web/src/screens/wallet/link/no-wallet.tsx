import type { ChainInfo } from '@pipkin/contract'
import { FlaskConical, Puzzle } from 'lucide-react'
import { offersDemo, startDemo } from './demo.ts'
import { StateCard } from './state-card.tsx'

/**
 * No wallet in this browser: what to install, and on the local default the demo wallet beside it.
 */
export function NoWallet({
  chain,
  onDemo,
}: {
  chain: ChainInfo | undefined
  /** The demo wallet is in the page now. */
  onDemo: () => void
}) {
  return (
    <div className="flex flex-col gap-2.25">
      <StateCard
        role="status"
        tone="pending"
        icon={<Puzzle size={20} />}
        title="No wallet found"
        note="Please install MetaMask or a compatible wallet!"
      />
      {__LOCAL__ && offersDemo(chain) && (
        <StateCard
          onPress={() => void startDemo().then(onDemo)}
          tone="info"
          icon={<FlaskConical size={20} />}
          title="Use the demo wallet"
          note="Only on the local default."
          end={
            <span className="grid h-11 place-items-center rounded-tile px-3.25 text-[0.9375rem] font-720 edged">
              Use
            </span>
          }
        />
      )}
    </div>
  )
}
