import { Lock } from 'lucide-react'

/** The programme's figures until its call is there: the operator's defaults. */
const programme = { reward: '100', deposits: '500', staked: '1,000' }

/** When what is locked becomes usable. */
export function Unlocking() {
  const { reward, deposits, staked } = programme
  return (
    <p className="mt-2.25 flex items-start gap-2 px-0.5 text-cap text-ink2">
      <Lock size={15} aria-hidden className="shrink-0" />
      You and your friend each earn {reward} on their first sign-in. It unlocks after they deposit {deposits}{' '}
      and play {staked}.
    </p>
  )
}
