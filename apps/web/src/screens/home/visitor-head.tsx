import { Art } from '../../ui/art.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Hero } from '../../ui/hero.tsx'
import { homeLook } from './home-look.ts'

/** A visitor has no balances: two ways in. */
export function VisitorHead() {
  return (
    <Hero className={cx(homeLook.head, 'for-visitors px-4.5 pt-4 pb-1.5 wide:w-page wide:px-0')}>
      <div className="flex flex-wrap items-center gap-2.5">
        <Art name="mark" size={40} className="wide:hidden" />
        <h1 tabIndex={-1} className="grow text-h1">
          Welcome
        </h1>
        <span className="text-sm text-on-glaze2">18 and over</span>
      </div>
      <p className="mt-2 text-on-glaze2">
        Four quick games for small stakes, with the odds on the table.
      </p>
      <div className="mt-3 flex gap-2.5 wide:max-w-120 wide:pb-2">
        <ButtonLink to="/login" look="ghost" size="medium" className="flex-1 rounded-button">
          Log in
        </ButtonLink>
        <ButtonLink to="/signup" look="pale" size="medium" className="flex-1 rounded-button px-2!">
          Create account
        </ButtonLink>
      </div>
    </Hero>
  )
}
