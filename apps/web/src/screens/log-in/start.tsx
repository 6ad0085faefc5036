import { useLocation } from 'react-router'
import { Screen } from '../../shell/screen.tsx'
import { Art } from '../../ui/art.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { drip, wideDrip } from '../../ui/drips.ts'
import { Drip } from '../../ui/hero.tsx'
import { TextLink } from '../../ui/text-button.tsx'

const startDrip = drip(
  66,
  [390, 26],
  [372, 14],
  [344, 32],
  [312, 14],
  [272, 52],
  [220, 14],
  [186, 32],
  [150, 16],
  [104, 60],
  [58, 14],
  [26, 42],
  [0, 18],
)

/** Welcome. A visitor whom a guarded page sent here takes its path along to the log-in. */
export default function Start() {
  const { state } = useLocation()
  return (
    <Screen rail={null} className="relative isolate wide:min-h-[calc(100dvh-8rem)]">
      <div className="flex items-center gap-2.5 px-5.5 pt-7 text-on-glaze wide:invisible">
        <Art name="mark" size={40} />
        <span className="text-[2rem] leading-10 font-800 tracking-[-0.045em]">pipkin</span>
      </div>
      <Pot />
      <div className="mt-auto px-5.5 pb-6.5">
        <h1 tabIndex={-1} className="text-display">
          Small pots.
          <br />
          Plain odds.
        </h1>
        <p className="mt-2.5 mb-5.5 text-lead text-ink2">
          Four quick games for small stakes. We show you the odds before you play.
        </p>
        <ButtonLink to="/login" state={state} look="line">
          Have an Account? Login
        </ButtonLink>
        <ButtonLink to="/signup" state={state} className="mt-3.5">
          Create An Account
        </ButtonLink>
        <p className="mt-4.5 text-center text-cap text-ink2">
          For adults, 18 and over.{' '}
          <TextLink to="/account/terms-conditions" className="-my-3.5 inline-block py-3.5">
            Terms and Conditions
          </TextLink>
        </p>
      </div>
    </Screen>
  )
}

/** The pot gives way where the window is low, so that both buttons stay in sight. */
function Pot() {
  return (
    <div className="relative mt-6 -mb-1 max-h-100 min-h-55 w-full flex-[1_1_12.5rem]">
      <div
        aria-hidden
        className="absolute -top-23 left-0 -z-1 h-[calc(52%+5.75rem)] w-full wide:left-1/2 wide:w-screen wide:-translate-x-1/2"
      >
        <div className="glazed h-full" />
        <Drip shape={startDrip} className="wide:hidden" />
        <Drip shape={wideDrip} className="hidden wide:block" />
      </div>
      <Art
        name="pot"
        size={400}
        className="absolute inset-0 mx-auto h-full w-97.5 max-w-full object-contain"
      />
    </div>
  )
}
