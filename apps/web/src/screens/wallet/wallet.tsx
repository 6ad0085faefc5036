import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { balancesQuery, refetchMoney } from '../../api/queries.ts'
import { Screen } from '../../shell/screen.tsx'
import { ScreenBar } from '../../shell/screen-bar.tsx'
import { useSession } from '../../shell/session.ts'
import { cx } from '../../ui/cx.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { BalanceCards, BalanceNotes } from './balance-cards.tsx'
import { WalletList } from './linked/wallet-list.tsx'
import { Operations } from './operations/operations.tsx'
import { OwnCheckCard } from './solvency/own-check.tsx'
import { Transactions } from './transactions/transactions.tsx'
import { WalletActions } from './wallet-actions.tsx'

export default function Wallet() {
  const player = useSession()
  return player && <MyWallet playerId={player.id} />
}

function MyWallet({ playerId }: { playerId: number }) {
  const balances = useQuery(balancesQuery(playerId))
  return (
    <Screen className="pb-6">
      <ScreenBar end={<Refresh />} />
      <div className="px-4.5 pt-px">
        <BalanceCards
          balances={balances.data}
          failed={balances.isError}
          onRetry={() => void balances.refetch()}
        />
        <WalletActions />
        {balances.data && <BalanceNotes {...balances.data} />}
        <Operations playerId={playerId} />
        <WalletList />
        {balances.isPending ? (
          // Its place on a phone. The card itself would make the page at build too large.
          <div className="mt-5 h-38.5" />
        ) : (
          <OwnCheckCard playerId={playerId} />
        )}
        <Transactions playerId={playerId} />
      </div>
    </Screen>
  )
}

function Refresh() {
  const [reading, setReading] = useState(false)
  async function refresh() {
    setReading(true)
    await refetchMoney()
    setReading(false)
  }
  return (
    <IconButton label="Refresh" outlined aria-busy={reading} onClick={() => void refresh()}>
      <RefreshCw size={19} aria-hidden className={cx(reading && 'animate-spin')} />
    </IconButton>
  )
}
