import { ChevronRight, Wallet as WalletIcon } from 'lucide-react'
import { Sheet } from '../../../ui/sheet.tsx'
import type { Wallet } from '../../../wallets/discover.ts'
import { useWallets } from '../../../wallets/use-wallets.ts'

/** Asks which wallet to use. Names and icons come from the wallets. */
export default function ChooseWallet({
  open,
  onChoose,
}: {
  open: boolean
  /** Null if the player wants none. */
  onChoose: (wallet: Wallet | null) => void
}) {
  const wallets = useWallets()
  return (
    <Sheet open={open} onClose={() => onChoose(null)} title="Choose a wallet">
      <p className="mb-3 text-ink2">We found these in your browser.</p>
      <ul className="divide-y divide-line rounded-lg lined">
        {wallets.map((wallet) => (
          <li key={wallet.uuid} className="first:*:rounded-t-lg last:*:rounded-b-lg">
            <button
              type="button"
              onClick={() => onChoose(wallet)}
              className="flex min-h-17 w-full items-center gap-3 px-3.5 py-2.25 text-left active:bg-sunken"
            >
              <Icon wallet={wallet} />
              <span className="min-w-0 grow">
                <span className="block truncate text-row">{wallet.name}</span>
                <span className="block text-cap text-ink2">Browser extension</span>
              </span>
              <ChevronRight size={19} aria-hidden className="shrink-0 text-ink2" />
            </button>
          </li>
        ))}
      </ul>
      <p className="mt-3.5 text-center text-cap text-ink2">
        Don't see yours? Unlock its extension and try again.
      </p>
    </Sheet>
  )
}

function Icon({ wallet }: { wallet: Wallet }) {
  if (wallet.icon === null)
    return (
      <span className="grid size-11 shrink-0 place-items-center rounded-[13px] bg-info-tint text-info">
        <WalletIcon size={22} aria-hidden />
      </span>
    )
  return <img src={wallet.icon} alt="" className="size-11 shrink-0 rounded-[13px] object-cover" />
}
