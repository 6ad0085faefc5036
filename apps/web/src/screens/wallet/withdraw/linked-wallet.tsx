import type { ChainInfo } from '@pipkin/contract'
import { BadgeCheck, Clock, Unplug } from 'lucide-react'
import { useState } from 'react'
import { dayTimeText } from '../../../browser/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { shortId } from '../../../ui/short-id.ts'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import { useWallets } from '../../../wallets/use-wallets.ts'
import { NoWallet } from '../link/no-wallet.tsx'
import { ProblemCard } from '../link/problem-card.tsx'
import { StateCard } from '../link/state-card.tsx'
import { useLinkWallet } from '../link/use-link-wallet.ts'
import { useWalletChoice } from '../link/use-wallet-choice.tsx'
import { WaitingCard } from '../link/waiting-card.tsx'
import { type LinkedWallet as PaidWallet, paidWallet } from '../paid-wallet.ts'

export interface LinkedWalletProps {
  chain: ChainInfo | undefined
  failed: boolean
  /** Whether payouts now go to another wallet than the one that the player saw. */
  changed: boolean
  onRetry: () => void
}

/** Where the payout goes; without a linked wallet, the way to link one in place. */
export function LinkedWallet({ chain, failed, changed, onRetry }: LinkedWalletProps) {
  const noWallet = useWallets().length === 0
  const [wanted, setWanted] = useState(false)
  const { choose, chooser } = useWalletChoice()
  const { linking, link, cancel } = useLinkWallet()
  const paid = paidWallet(chain)

  async function start() {
    setWanted(true)
    const wallet = await choose()
    if (wallet) await link(wallet.provider)
  }
  const startNow = () => void start()

  return (
    // Keeps the focus of the buttons that go with their cards.
    <div tabIndex={-1} className="mt-4.5 flex flex-col gap-2.25 outline-none">
      {failed && !chain ? (
        <ErrorState onRetry={onRetry} />
      ) : !chain ? (
        <Loading>
          <Skeleton className="h-16 rounded-lg" />
        </Loading>
      ) : paid ? (
        <Linked
          wallet={paid}
          next={chain.wallets.find(
            ({ paid, heldUntil, doubted }) => !paid && heldUntil && !doubted,
          )}
          changed={changed}
          onChange={startNow}
        />
      ) : (
        <NotLinked
          hasDoubted={chain.wallets.length > 0}
          busy={linking.at === 'waiting'}
          onLink={startNow}
        />
      )}
      {linking.at === 'waiting' && <WaitingCard onCancel={cancel} />}
      {linking.at === 'halted' && (
        <ProblemCard problem={linking.problem} asking={linking.asking} onAgain={startNow} />
      )}
      {wanted && noWallet && <NoWallet chain={chain} wanted onDemo={startNow} />}
      {chooser}
    </div>
  )
}

interface LinkedProps {
  wallet: PaidWallet
  /** A newer one, which is paid later. */
  next: PaidWallet | undefined
  changed: boolean
  onChange: () => void
}

function Linked({ wallet: { address, heldUntil }, next, changed, onChange }: LinkedProps) {
  const title = changed ? 'Now goes to another wallet' : 'Goes to your linked wallet'
  return (
    <StateCard
      tone={heldUntil || changed ? 'pending' : 'win'}
      icon={heldUntil ? <Clock size={20} /> : <BadgeCheck size={20} />}
      title={title}
      note={
        <>
          <span className="text-sm font-600 tracking-[0.01em]">{shortId(address)}</span>
          {heldUntil && <span className="block">Payouts from {dayTimeText(heldUntil)}</span>}
          {!heldUntil && next?.heldUntil && (
            <span className="mt-0.5 block">
              Your new one, {shortId(next.address)}, is paid from {dayTimeText(next.heldUntil)}
            </span>
          )}
        </>
      }
      end={<TextButton onClick={onChange}>Change</TextButton>}
      {...(changed && { role: 'status' })}
    />
  )
}

interface NotLinkedProps {
  /** All linked wallets are doubted: none is paid until the player signs for it again. */
  hasDoubted: boolean
  busy: boolean
  onLink: () => void
}

/** The only way forward until it is done, so it has the butter. */
const NotLinked = ({ hasDoubted, busy, onLink }: NotLinkedProps) => (
  <div className="rounded-lg bg-surface p-3.5 shadow-[inset_0_0_0_1.5px_var(--pending)]">
    <div className="flex items-center gap-3">
      <IconTile tone="pending">
        <Unplug size={20} />
      </IconTile>
      <div className="min-w-0 grow">
        <div className="text-row">
          {hasDoubted ? 'Sign for your wallet again' : 'No wallet linked yet'}
        </div>
        <div className="mt-0.5 text-cap text-ink2">
          {hasDoubted
            ? 'It was linked shortly before a new password or a freeze. Sign once, free.'
            : 'Sign once, free. We pay out only to it.'}
        </div>
      </div>
    </div>
    <Button size="medium" busy={busy} onClick={onLink} className="mt-3 w-full">
      Link wallet
    </Button>
  </div>
)
