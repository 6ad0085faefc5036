import type { Session } from '../../shell/session.ts'
import { useProgramme } from '../referral/programme.ts'
import { referralText } from '../referral/referral-text.ts'

/** What bringing a friend earns. The figures are the operator's; a visitor isn't told them. */
export default function InviteText({ player }: { player: Session | null }) {
  const { data, isLoading } = useProgramme(player?.userID)
  if (data) return referralText(data)
  return isLoading ? '' : 'Bring a friend: you both earn on their first sign-in.'
}
