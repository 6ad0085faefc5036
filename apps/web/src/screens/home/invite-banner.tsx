import type { Session } from '../../shell/session.ts'
import { Art } from '../../ui/art.tsx'
import { useProgramme } from '../referral/programme.ts'
import { referralText } from '../referral/referral-text.ts'
import { Banner } from './banner.tsx'

const withoutFigures = 'Bring a friend: you both earn on their first sign-in.'

/** What bringing a friend earns. The figures are the operator's; a visitor isn't told them. */
export function InviteBanner({ player }: { player: Session | null }) {
  const { data, isLoading } = useProgramme(player?.userID)
  return (
    <Banner
      to="/account/invite"
      text={data ? referralText(data) : isLoading ? '' : withoutFigures}
      action="Invite"
      picture={<Art name="wrapped-gift" size={56} />}
      className="bg-clay-tint text-clay-ink"
    />
  )
}
