import { Card } from '../../ui/card.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { TextLink } from '../../ui/text-button.tsx'

/** In the place of the seeds, for a visitor. */
export function SeedsOfPlayers() {
  return (
    <section className="for-visitors">
      <SectionHead title="Your seeds" className="mt-4 mb-2" />
      <Card className="px-3.5 py-3 text-sm text-ink2">
        Every player has seeds of their own, sealed before the first bet.{' '}
        <TextLink to="/login" state={{ from: '/fairness' }}>
          Log in
        </TextLink>{' '}
        to see yours.
      </Card>
    </section>
  )
}
