import { listTeam } from '@pipkin/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { pagedQuery } from '../../api/paged-query.ts'
import { readCall } from '../../api/queries.ts'
import { Screen } from '../../shell/screen.tsx'
import { ScreenBar } from '../../shell/screen-bar.tsx'
import { useSession } from '../../shell/session.ts'
import { Art } from '../../ui/art.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty.tsx'
import { MoreRows } from '../../ui/more-rows.tsx'
import { ListSkeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { flattenTeam } from './flatten-team.ts'
import { InviteLink } from './invite-link.tsx'
import { offerText } from './referral-text.ts'
import { TeamTable } from './team-table.tsx'
import { useTerms } from './terms.ts'

const failed = 'Failed to load Referral. Please try again later.'

export default function Team() {
  const player = useSession()
  return (
    <Screen>
      <ScreenBar />
      <div className="px-4.5 pt-px pb-7.5">{player && <TeamOf player={player.id} />}</div>
    </Screen>
  )
}

/** The players whom this player brought, directly or through others. */
function TeamOf({ player }: { player: number }) {
  const team = useInfiniteQuery(
    pagedQuery([listTeam.name, player], (cursor, signal) =>
      readCall(listTeam, { player, cursor }, signal),
    ),
  )
  if (!team.data)
    return team.isError ? (
      <ErrorState message={failed} onRetry={() => void team.refetch()} />
    ) : (
      <ListSkeleton rows={6} />
    )
  const members = flattenTeam(team.data.pages.flatMap((page) => page.members))
  if (members.length === 0)
    return (
      <EmptyState
        message="Referral team not found. Start sharing to create your team."
        action={<InviteLink size="small" />}
      />
    )
  return (
    <>
      <Count shown={members.length} more={team.hasNextPage} />
      <TeamTable members={members} />
      <MoreRows
        more={team.hasNextPage}
        loading={team.isFetchingNextPage}
        failed={team.isFetchNextPageError}
        message={failed}
        onMore={() => void team.fetchNextPage()}
      />
      <p className="mx-0.5 mt-2.5 text-cap text-ink2">
        Referral Balance is what each person has earned you. Level Earning shows what a locked
        reward waits for.
      </p>
      <div className="mt-3.5 flex gap-2.5">
        <ButtonLink to="/account/level-earning" look="line">
          Level Earning
        </ButtonLink>
        <InviteLink />
      </div>
    </>
  )
}

/** The number of members that have been read. */
function Count({ shown, more }: { shown: number; more: boolean }) {
  const { data } = useTerms()
  return (
    <div className="rounded-xl bg-leaf px-4 py-3.5 text-leaf-ink">
      <div className="flex items-center gap-3">
        <div className="grow">
          <div className="text-sm font-600">People you brought in</div>
          <div className="text-[2.375rem] leading-11 font-[780] tracking-[-0.03em] text-ink">
            {shown}
            {more && ' and more'}
          </div>
        </div>
        <Art name="potted-plant" size={62} />
      </div>
      {data && (
        <p className="mt-1.5 flex items-start gap-2 text-sm">
          <Lock size={16} aria-hidden className="mt-0.5 shrink-0" />
          <span>{offerText(data)}</span>
        </p>
      )}
    </div>
  )
}
