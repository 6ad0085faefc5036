import { type OwnReward, readInvite } from '@pipkin/contract'
import { type Money, moneyText } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { callQuery } from '../../api/queries.ts'
import { useWorthText } from '../../forms/worth.tsx'
import { useSession } from '../../shell/session.ts'
import { Card } from '../../ui/card.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-button.tsx'
import { offerText } from '../referral/referral-text.ts'

/** When locked money becomes usable: the rule, how far the Bonus is, whose rewards wait. */
export function Unlocking({ locked }: { locked: { bonus: Money; referral: Money } }) {
  const player = useSession()
  const { data, isPending } = useQuery({
    ...callQuery(readInvite, { player: player?.id ?? 0 }),
    enabled: player !== null,
  })
  if (isPending)
    return (
      <Loading className="mt-3.5">
        <Skeleton className="h-8" />
      </Loading>
    )
  if (!data) return null
  return (
    <>
      <p className="mt-3.5 flex items-start gap-2 px-0.5 text-cap text-ink2">
        <Lock size={15} aria-hidden className="shrink-0" />
        <span>
          {offerText(data)}{' '}
          {locked.referral > 0n && (
            <TextLink to="/account/level-earning">Whose rewards are locked</TextLink>
          )}
        </span>
      </p>
      {locked.bonus > 0n && data.own && <OwnBonus own={data.own} />}
    </>
  )
}

const says: Readonly<Partial<Record<OwnReward['state'], string>>> = {
  waiting: 'You have done your part. We check it before it unlocks.',
  refused: 'It stays locked. Write to Support if you disagree.',
}

/** What the player's own Bonus still waits for. */
function OwnBonus({ own }: { own: OwnReward }) {
  const worth = useWorthText()
  const said = says[own.state]
  return (
    <Card className="mt-2.75 space-y-2 px-4 py-3">
      <h2 className="text-row">
        Your Bonus of {moneyText(own.amount)}
        {worth(own.amount)}
        {said === undefined && ' unlocks after'}
      </h2>
      {said !== undefined ? (
        <p className="text-cap text-ink2">{said}</p>
      ) : (
        <>
          <OwnPart label="Deposit" part={own.deposits} />
          <OwnPart label="Play" part={own.staked} />
          <OwnPart label="Kept by games and fees" part={own.kept} />
        </>
      )}
    </Card>
  )
}

function OwnPart({ label, part: { have, need } }: { label: string; part: OwnReward['kept'] }) {
  const worth = useWorthText()
  const text = (of: Money) => `${moneyText(of)}${worth(of)}`
  return (
    need > 0n && (
      <ProgressBar
        label={label}
        percent={Number((100n * have) / need)}
        words={`${text(have)} of ${text(need)}`}
      />
    )
  )
}
