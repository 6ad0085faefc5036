import { moneyText } from '@pipkin/money'
import { type ReactNode, useEffect, useRef } from 'react'
import { Worth } from '../../../forms/worth.tsx'
import { Screen } from '../../../shell/screen.tsx'
import { useWithoutNavigation } from '../../../shell/without-navigation.ts'
import { drip } from '../../../ui/drips.ts'
import { Hero } from '../../../ui/hero.tsx'
import { Link } from '../../../ui/link.tsx'
import { Steps } from '../../../ui/steps.tsx'
import { ConfirmationDots } from './confirmation-dots.tsx'
import { type DepositStanding, progressOf, showSteps } from './deposit-steps.ts'
import { ProgressRing } from './progress-ring.tsx'

const deepDrip = drip(
  60,
  [390, 26],
  [372, 12],
  [344, 30],
  [312, 14],
  [272, 46],
  [220, 12],
  [186, 30],
  [150, 14],
  [104, 54],
  [58, 12],
  [26, 38],
  [0, 18],
)

/**
 * A deposit on its way, on the whole screen: its progress, its steps, and below them what it waits
 * for, if anything.
 */
export function Processing({
  standing,
  children,
}: {
  standing: DepositStanding
  children?: ReactNode
}) {
  useWithoutNavigation()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    scrollTo(0, 0)
  }, [])
  useEffect(() => {
    // A card goes with the button that was pressed on it.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  })
  const steps = showSteps(standing).map((step, index, { length }) =>
    index === length - 1 ? { ...step, end: <ConfirmationDots {...standing} /> } : step,
  )
  return (
    <Screen
      rail={null}
      hero={
        <Hero drip={deepDrip} className="px-6.5 pt-14.5 pb-5.5 text-center wide:w-120 wide:pt-3">
          <ProgressRing progress={progressOf(standing)} />
          <h1 ref={heading} tabIndex={-1} className="mt-4.5 text-h1">
            Depositing {moneyText(standing.amount)} fkr
            <Worth of={standing.amount} />
          </h1>
          <p className="mt-1.5 text-[1.0625rem]">Please do not refresh or close this page.</p>
          <p className="mt-1 text-sm text-on-glaze2">
            If it closes, nothing is lost:{' '}
            <Link to="/account/wallet" className="decoration-1 underline-offset-3 hover:underline">
              My Wallet
            </Link>{' '}
            shows this deposit.
          </p>
        </Hero>
      }
      className="px-5.5 pb-6"
    >
      <Steps steps={steps} />
      <div className="mt-3">
        {children ?? (
          <p className="text-center text-sm text-ink2">
            Your Deposit balance goes up by what arrives.
          </p>
        )}
      </div>
    </Screen>
  )
}
