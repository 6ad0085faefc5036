import type { ChainInfo } from '@pipkin/contract'
import { FlaskConical, Puzzle } from 'lucide-react'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { offersDemo, startDemo } from './demo.ts'
import { StateCard } from './state-card.tsx'

const GetWallet = lazyPart(() => import('./get-wallet.tsx'))

/**
 * No wallet in this browser: where to get one, and on the local default the demo wallet beside it.
 */
export function NoWallet({
  chain,
  wanted = false,
  onDemo,
}: {
  chain: ChainInfo | undefined
  /** The player has pressed a button that needs a wallet. */
  wanted?: boolean
  /** The demo wallet is in the page now. */
  onDemo: () => void
}) {
  return (
    <div className="flex flex-col gap-2.25">
      <StateCard
        role={wanted ? 'alert' : 'status'}
        tone={wanted ? 'loss' : 'pending'}
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
      <GetWallet />
    </div>
  )
}
