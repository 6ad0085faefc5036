import { listEarnings, type LevelEarning as Reward } from '@pipkin/contract'
import { type Money, walletShortensFrom } from '@pipkin/money'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { pagedQuery } from '../../api/paged-query.ts'
import { balancesQuery, readCall } from '../../api/queries.ts'
import { Screen } from '../../shell/screen.tsx'
import { ScreenBar } from '../../shell/screen-bar.tsx'
import { useSession } from '../../shell/session.ts'
import { Amount } from '../../ui/amount.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty.tsx'
import { IconTile } from '../../ui/icon-tile.tsx'
import { List, ListRow } from '../../ui/list.tsx'
import { MoreRows } from '../../ui/more-rows.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { Earned } from './earned.tsx'
import { earnedInAll, rateText } from './earning-levels.ts'
import { InviteLink } from './invite-link.tsx'
import { LockedNote } from './locked-note.tsx'
import { RewardTag, WhatIsMissing } from './reward-state.tsx'

const failed = 'Failed to load Level Earning. Please try again later.'

export default function LevelEarning() {
  const player = useSession()
  return (
    <Screen>
      <ScreenBar />
      <div className="px-4.5 pt-px pb-7.5">{player && <EarningsOf playerId={player.id} />}</div>
    </Screen>
  )
}

/** What the team has earned the player: in all, by level, and reward by reward. */
function EarningsOf({ playerId }: { playerId: number }) {
  const earnings = useInfiniteQuery(
    pagedQuery([listEarnings.name, playerId], (cursor, signal) =>
      readCall(listEarnings, { player: playerId, cursor }, signal),
    ),
  )
  if (!earnings.data)
    return earnings.isError ? (
      <ErrorState message={failed} onRetry={() => void earnings.refetch()} />
    ) : (
      <ListSkeleton rows={5} />
    )
  const rewards = earnings.data.pages.flatMap((page) => page.earnings)
  if (rewards.length === 0)
    return (
      <EmptyState
        message="No data available for level earnings. Please refer to begin earning!"
        action={<InviteLink size="small" />}
      />
    )
  const levels = earnings.data.pages[0]?.levels ?? []
  return (
    <>
      <Totals playerId={playerId} earned={earnedInAll(levels)} />
      <SectionHead title="By level" />
      <List label="By level">
        {levels.map((level) => (
          <ListRow
            key={level.level}
            start={
              <IconTile>
                <span className="font-[740]">{level.level}</span>
              </IconTile>
            }
            title={`Level ${level.level}`}
            note={rateText(level)}
            end={<Earned amount={level.earned} locked={false} coin={17} />}
          />
        ))}
      </List>
      <SectionHead title="Rewards" />
      {rewards.some(({ reward }) => reward?.state === 'locked') && (
        <LockedNote bars className="mb-2.5" />
      )}
      <List label="Rewards">
        {rewards.map((reward) => (
          <RewardRow key={reward.referralId} reward={reward} />
        ))}
      </List>
      <MoreRows
        more={earnings.hasNextPage}
        loading={earnings.isFetchingNextPage}
        failed={earnings.isFetchNextPageError}
        message={failed}
        onMore={() => void earnings.fetchNextPage()}
      />
    </>
  )
}

function Totals({ playerId, earned }: { playerId: number; earned: Money }) {
  const locked = useQuery(balancesQuery(playerId)).data?.locked.referral
  return (
    <Card className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 p-4">
      <div>
        <div className="text-cap text-ink2">Earned from referrals</div>
        <div className="mt-0.5 flex">
          <Amount
            value={earned}
            shortFrom={walletShortensFrom}
            coin={24}
            className="flex-wrap text-h1 font-750"
          />
        </div>
      </div>
      {locked !== undefined && locked > 0n && (
        <div className="text-right">
          <div className="text-cap text-ink2">Locked</div>
          <div className="mt-1 flex items-center justify-end gap-1.5 text-h2">
            <Lock size={17} aria-hidden className="text-ink2" />
            <Amount value={locked} shortFrom={walletShortensFrom} className="font-720" />
          </div>
        </div>
      )}
    </Card>
  )
}

const RewardRow = ({ reward }: { reward: Reward }) => (
  <ListRow
    start={<Avatar name={reward.name} tint={reward.referralId} />}
    title={reward.name}
    note={
      <>
        Level {reward.level}, brought in by {reward.level === 1 ? 'you' : reward.referrerName}
        {reward.reward && <WhatIsMissing reward={reward.reward} />}
      </>
    }
    end={
      <span className="flex flex-col items-end gap-1">
        <Earned amount={reward.earned} locked={reward.isLocked && !reward.reward} coin={17} />
        {reward.reward && <RewardTag state={reward.reward.state} />}
      </span>
    }
  />
)
