import { useBreak } from '../../api/limits.ts'
import { useSession } from '../../shell/session.ts'
import { referralText } from '../referral/referral-text.ts'
import { useTerms } from '../referral/terms.ts'

/** What bringing a friend earns, with the operator's figures. On a break it hides its banner. */
export default function InviteText() {
  const { data, isPending } = useTerms()
  const held = useBreak(useSession()?.id)
  if (held) return <i hidden />
  if (data) return referralText(data)
  return isPending ? '' : 'Bring a friend: you both earn on their first sign-in.'
}
