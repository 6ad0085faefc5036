import { Screen } from '../../shell/screen.tsx'
import { Art, Coin } from '../../ui/art.tsx'
import { ButtonLink } from '../../ui/button.tsx'

export default function NotFound() {
  return (
    <Screen className="items-center justify-center px-8 text-center wide:pt-24" rail={null}>
      <Art name="mark" size={124} className="mb-1.5 rotate-24" />
      <div className="mb-5 ml-24 flex items-center gap-1.5">
        <Coin size={22} />
        <span className="translate-y-1.5">
          <Coin size={16} />
        </span>
      </div>
      <h1 tabIndex={-1} className="text-h1">
        404 - Page Not Found
      </h1>
      <p className="mt-2 text-ink2">
        This page has tipped over. Your balance and your rounds are where you left them.
      </p>
      <div className="mt-5.5">
        <ButtonLink to="/" look="line" className="px-7">
          Go to Home
        </ButtonLink>
      </div>
    </Screen>
  )
}
