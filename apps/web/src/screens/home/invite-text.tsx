import { referralText } from '../referral/referral-text.ts'
import { useTerms } from '../referral/terms.ts'

/** What bringing a friend earns, with the operator's figures. */
export default function InviteText() {
  const { data, isPending } = useTerms()
  if (data) return referralText(data)
  return isPending ? '' : 'Bring a friend: you both earn on their first sign-in.'
}
