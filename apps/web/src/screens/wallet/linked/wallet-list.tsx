import { lazy, Suspense, useEffect, useState } from 'react'
import { SectionHead } from '../../../ui/section-head.tsx'
import { ListSkeleton } from '../../../ui/skeleton.tsx'

const load = () => import('./linked-wallets.tsx')
const LinkedWallets = lazy(load)

/** The linked wallets, loaded after the screen that has them; their place is kept meanwhile. */
export function WalletList() {
  const [state, setState] = useState<'waits' | 'there' | 'failed'>('waits')
  useEffect(() => {
    load().then(
      () => setState('there'),
      () => setState('failed'),
    )
  }, [])
  if (state === 'failed') return null
  return state === 'there' ? (
    <Suspense fallback={<Loading />}>
      <LinkedWallets />
    </Suspense>
  ) : (
    <Loading />
  )
}

const Loading = () => (
  <section>
    <SectionHead title="Linked wallets" />
    <ListSkeleton rows={1} />
  </section>
)
