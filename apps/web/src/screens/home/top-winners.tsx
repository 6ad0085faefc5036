import { listTopWinners, type TopWinner } from '@pipkin/contract'
import { homeShortensFrom } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { photoUrl } from '../../api/photo-url.ts'
import { callQuery } from '../../api/queries.ts'
import { Amount } from '../../ui/amount.tsx'
import { Art } from '../../ui/art.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyRow } from '../../ui/empty.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { ErrorState } from '../../ui/states.tsx'

/**
 * First place in the middle, second left, third right; one below the other where the three have no
 * room side by side. Screen readers read them in order.
 */
const podium = [
  { medal: '1st-place-medal', medalSize: 38, tint: 3, pad: 'pb-6' },
  { medal: '2nd-place-medal', medalSize: 30, tint: 1, pad: 'pb-2.5' },
  { medal: '3rd-place-medal', medalSize: 28, tint: 0, pad: 'pb-1.5' },
] as const

export const useTopWinners = () => useQuery(callQuery(listTopWinners))

/** The largest single returns of the last 7 days. */
export function TopWinners({ winners }: { winners: ReturnType<typeof useTopWinners> }) {
  const { data, isError, refetch } = winners
  return (
    <section className="@container">
      <SectionHead
        title="Top-3 Winners"
        className="mt-4.5 mb-2.5"
        end={<span className="text-cap text-ink2">Largest single returns, 7 days</span>}
      />
      {data && data.length > 0 ? (
        <Podium winners={data} />
      ) : isError ? (
        <ErrorState onRetry={() => void refetch()} />
      ) : (
        <EmptyRow message="No Data Found !" />
      )}
    </section>
  )
}

function Podium({ winners }: { winners: readonly TopWinner[] }) {
  return (
    <ol className="grid items-end gap-x-2.5 gap-y-7 pt-4.5 @min-[16rem]:grid-cols-[1fr_1.12fr_1fr] wide:pt-5">
      {podium.map(({ medal, medalSize, tint, pad }, index) => {
        const winner = winners[index]
        return (
          winner && (
            <li key={medal} className={cx('min-w-0', index === 1 && '@min-[16rem]:-order-1')}>
              <Card className={cx('flex flex-col items-center px-2 text-center', pad)}>
                <Avatar
                  name={winner.name}
                  src={photoUrl(winner.picture)}
                  size={52}
                  tint={tint}
                  className="-mt-5 shadow-[0_0_0_4px_var(--bg)]"
                />
                <span
                  className={cx(
                    'max-w-full text-row [overflow-wrap:anywhere]',
                    index === 0 ? 'mt-2.25' : 'mt-1.75',
                  )}
                >
                  {winner.name}
                </span>
                <Amount
                  value={winner.payout}
                  shortFrom={homeShortensFrom}
                  coin={16}
                  className="mt-0.5 mb-1.5"
                />
                <Art name={medal} size={medalSize} />
              </Card>
            </li>
          )
        )
      })}
    </ol>
  )
}
