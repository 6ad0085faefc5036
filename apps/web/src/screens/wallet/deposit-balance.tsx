import { walletShortensFrom } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { balancesQuery } from '../../api/queries.ts'
import { Amount } from '../../ui/amount.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/states.tsx'

/** The balance that can be sent or withdrawn. */
export function DepositBalance({ playerId }: { playerId: number }) {
  const { data, isError, refetch } = useQuery(balancesQuery(playerId))
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} />
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-3 rounded-[1.125rem] px-4 py-3.25">
      <span className="text-ink2">Deposit balance</span>
      {data ? (
        <Amount
          value={data.deposit}
          shortFrom={walletShortensFrom}
          coin={20}
          className="text-h3 font-680"
        />
      ) : (
        '…'
      )}
    </Card>
  )
}
