import { listPopularGames } from '@pipkin/contract'
import { useQuery } from '@tanstack/react-query'
import { useBreak } from '../../api/limits.ts'
import { balancesQuery, callQuery } from '../../api/queries.ts'
import type { Session } from '../../shell/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'

/** Offers a deposit, or play money, to players without money that they can use; not on a break. */
export function FirstRun({ player }: { player: Session }) {
  const { data } = useQuery(balancesQuery(player.id))
  const empty = data && data.playable + data.referral - data.locked.referral + data.onHold === 0n
  const games = useQuery(callQuery(listPopularGames)).data
  const hasDemo = games?.every(({ demoPath }) => demoPath !== '') ?? true
  const held = useBreak(player.id)
  if (!empty || held) return null
  return (
    <Card className="mb-3 px-4 pt-3.5 pb-4.5">
      <h2 className="text-h3">
        {hasDemo ? 'Start with a deposit, or try for free' : 'Start with a deposit'}
      </h2>
      <p className="mt-0.75 mb-3 text-sm text-ink2">
        {hasDemo
          ? "The demo uses play money. It can't be won or lost."
          : 'It comes from a wallet of your own.'}
      </p>
      <div className="flex gap-2.5">
        <ButtonLink to="/account/wallet/deposite" size="medium" className="flex-1">
          Deposit
        </ButtonLink>
        {hasDemo && (
          <ButtonLink to="/demo-games/mines" look="line" size="medium" className="flex-1">
            Try a demo
          </ButtonLink>
        )}
      </div>
    </Card>
  )
}
