import { describeChain } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { BadgeCheck, Clock, ShieldQuestion, WalletMinimal } from 'lucide-react'
import { useRef, useState } from 'react'
import { callQuery } from '../../../api/queries.ts'
import { dayText, dayTimeText } from '../../../browser/dates.ts'
import { EmptyRow } from '../../../ui/empty.tsx'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { List, ListRow } from '../../../ui/list.tsx'
import { SectionHead } from '../../../ui/section-head.tsx'
import { shortId } from '../../../ui/short-id.ts'
import { ListSkeleton } from '../../../ui/skeleton.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { TextButton } from '../../../ui/text-button.tsx'
import type { LinkedWallet } from '../paid-wallet.ts'
import { UnlinkWallet } from './unlink-wallet.tsx'

/** The player's linked wallets: which one is paid, from when, and the way to unlink one. */
export default function LinkedWallets() {
  const { data: chain, isError, refetch } = useQuery(callQuery(describeChain))
  const [asked, setAsked] = useState<LinkedWallet>()
  const [open, setOpen] = useState(false)
  const head = useRef<HTMLDivElement>(null)
  return (
    <section>
      <SectionHead ref={head} title="Linked wallets" />
      {chain ? (
        chain.wallets.length > 0 ? (
          <List label="Linked wallets">
            {chain.wallets.map((wallet) => (
              <Row
                key={wallet.address}
                wallet={wallet}
                onUnlink={() => {
                  setAsked(wallet)
                  setOpen(true)
                }}
              />
            ))}
          </List>
        ) : (
          <EmptyRow message="No wallet linked yet" />
        )
      ) : isError ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton rows={1} />
      )}
      {asked && (
        <UnlinkWallet
          wallet={asked}
          others={chain?.wallets.filter(({ address }) => address !== asked.address) ?? []}
          open={open}
          onClose={() => setOpen(false)}
          finalFocus={head}
        />
      )}
    </section>
  )
}

function Row({ wallet, onUnlink }: { wallet: LinkedWallet; onUnlink: () => void }) {
  const { address, linkedAt, paid, heldUntil, doubted } = wallet
  const Icon = doubted ? ShieldQuestion : heldUntil ? Clock : paid ? BadgeCheck : WalletMinimal
  return (
    <ListRow
      start={
        <IconTile tone={doubted || heldUntil ? 'pending' : paid ? 'win' : 'mute'}>
          <Icon size={20} />
        </IconTile>
      }
      title={
        <span className="tracking-[0.01em]" title={address}>
          {shortId(address)}
        </span>
      }
      note={
        <>
          {paid && !heldUntil && <span className="block font-640 text-win">Payouts go here</span>}
          {heldUntil && (
            <span className="block">
              Payouts {paid ? '' : 'possible '}from {dayTimeText(heldUntil)}
            </span>
          )}
          <span className="block">Linked on {dayText(linkedAt)}</span>
          {doubted && (
            <span className="block text-pending">
              It was linked shortly before a new password or a freeze of your account. Is it yours?
              Nothing is paid to it until you link it again in Withdraw.
            </span>
          )}
        </>
      }
      end={
        <TextButton aria-label={`Unlink ${shortId(address)}`} onClick={onUnlink}>
          Unlink
        </TextButton>
      }
    />
  )
}
