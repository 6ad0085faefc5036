import { isNextLate, listSolvency, type Snapshot } from '@pipkin/contract'
import { moneyText } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { Landmark } from 'lucide-react'
import { callQuery } from '../../api/queries.ts'
import { dayTimeText } from '../../browser/dates.ts'
import { Screen } from '../../shell/screen.tsx'
import { ScreenBar } from '../../shell/screen-bar.tsx'
import { useSession } from '../../shell/session.ts'
import { Card, Panel } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'
import { EmptyState } from '../../ui/empty.tsx'
import { KeyValue } from '../../ui/key-value.tsx'
import { Link } from '../../ui/link.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { VerdictBanner } from '../../ui/verdict-banner.tsx'
import { DayByDay } from './day-by-day.tsx'
import { ratioText } from './ratio.ts'

/** What the house owes all players and what it holds, day by day, for anyone. */
export default function Solvency() {
  const answer = useQuery(callQuery(listSolvency))
  return (
    <Screen>
      <ScreenBar end={<Landmark size={24} aria-hidden className="text-link" />} />
      <div className="flex grow flex-col px-4.5 pt-px pb-6">
        {answer.data ? (
          <Shown snapshots={answer.data.snapshots} announced={answer.data.announced?.block} />
        ) : answer.isError ? (
          <ErrorState onRetry={() => void answer.refetch()} />
        ) : (
          <Loading className="flex flex-col gap-4">
            <Skeleton className="h-34 w-full" />
            <Skeleton className="h-44 w-full" />
          </Loading>
        )}
      </div>
    </Screen>
  )
}

interface ShownProps {
  snapshots: readonly Snapshot[]
  announced: number | undefined
}

function Shown({ snapshots, announced }: ShownProps) {
  const [newest] = snapshots
  const coming = announced !== undefined && (
    <p className="mt-3 text-sm text-ink2">
      The next one counts what the house holds at block {announced}.
    </p>
  )
  if (!newest)
    return (
      <>
        <EmptyState
          message="Nothing is published yet"
          hint="Once a day we publish what we owe all players and what we hold."
        />
        {coming}
      </>
    )
  return (
    <>
      <Newest snapshot={newest} />
      {isNextLate(newest.at, new Date()) && (
        <p className="mt-3 text-sm text-pending">One is due each day: the next is late.</p>
      )}
      {coming}
      <SectionHead title="Day by day" />
      <Card className="p-4">
        <DayByDay snapshots={snapshots} />
      </Card>
      <SectionHead title="Check it yourself" />
      <Tree of={newest} />
    </>
  )
}

/** With text of twice the size a long figure stands below its name. */
const line = 'min-h-6 flex-wrap wrap-anywhere'

/** Whether the house held what it owed, in a sentence and in figures. */
function Newest({ snapshot }: { snapshot: Snapshot }) {
  const { at, owed, held, players, checked } = snapshot
  const isShort = held < owed
  return (
    <>
      <VerdictBanner
        ok={!isShort}
        title={
          isShort ? 'The house holds less than it owes.' : 'Every fkr that players have is there.'
        }
        note={`Counted ${dayTimeText(at)} over ${players} ${players === 1 ? 'player' : 'players'}`}
      />
      <Card className="mt-2.5 p-4">
        <dl>
          <KeyValue label="Owed" className={line}>
            {moneyText(owed)} fkr
          </KeyValue>
          <KeyValue label="Held" className={line}>
            <span className={cx(isShort && 'text-loss')}>{moneyText(held)} fkr</span>
          </KeyValue>
          <KeyValue label="Ratio" className={line}>
            {ratioText(snapshot)}
          </KeyValue>
        </dl>
        <p className="mt-3 text-sm text-ink2">
          {checked === 0
            ? 'No player has checked it yet.'
            : `${checked} of ${players} checked that they are in it.`}{' '}
          <OwnLink />
        </p>
      </Card>
    </>
  )
}

/** What names a snapshot's tree of balances, and the tree to download. */
const Tree = ({ of: { snapshot, block, size, root } }: { of: Snapshot }) => (
  <Panel>
    <dl>
      <KeyValue label="Snapshot" className={line}>
        {snapshot}
      </KeyValue>
      <KeyValue label="Block" className={line}>
        {block}
      </KeyValue>
      <KeyValue label="Leaves" className={line}>
        {size}
      </KeyValue>
    </dl>
    <p className="mt-2 text-sm break-all text-ink2">Root {root}</p>
    <p className="mt-2 text-sm text-ink2">
      <a
        className="text-link underline"
        href={`/solvency/${snapshot}/tree`}
        download={`pipkin-${snapshot}.json`}
      >
        The whole tree
      </a>{' '}
      hides each player's balance, and you can add it up. Each player finds their own leaves in it.
    </p>
  </Panel>
)

function OwnLink() {
  const player = useSession()
  return (
    <Link to={player ? '/account/wallet' : '/login'} className="text-link underline">
      {player ? 'Check yours in My Wallet' : 'Log in to check yours'}
    </Link>
  )
}
