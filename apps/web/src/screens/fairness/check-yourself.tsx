import { Panel } from '../../ui/card.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { FileCheck } from './file-check.tsx'
import { useHashTarget } from './use-hash-target.ts'

// With the arithmetic of signatures.
const KeptReceipts = lazyPart(() => import('./kept-receipts.tsx'))

/** How a player checks rounds, with us and without us. */
export function CheckYourself() {
  const target = useHashTarget('check')
  return (
    <section ref={target} className="scroll-mt-4">
      <SectionHead title="Check any round" className="mt-5 mb-2" />
      <Panel className="text-sm text-ink2">
        <p>
          <b className="font-680 text-ink">Verify this round</b> stands under every result and in
          every list. It shows each step, and its link works for anyone.
        </p>
        <p className="mt-2">
          To check without us, save{' '}
          <a
            href="/verify.html"
            download
            className="font-650 text-link decoration-2 underline-offset-4 hover:underline"
          >
            verify.html
          </a>
          : one file that opens from your disk, needs no network and checks a round's JSON or your
          whole history.
        </p>
      </Panel>
      <FileCheck />
      <KeptReceipts />
    </section>
  )
}
