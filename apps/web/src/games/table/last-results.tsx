import { type Money, signedMoneyText } from '@pipkin/money'
import { ArrowDown, ArrowUp, Equal } from 'lucide-react'
import type { LastResults } from '../../play/last-results.ts'
import { Card } from '../../ui/card.tsx'
import { cx } from '../../ui/cx.ts'

/** The last results, newest first; each is shown by sign, icon and colour. */
export default function LastResultsCard({ results }: { results: LastResults }) {
  return (
    <Card
      role="region"
      aria-label="Last five results"
      className="mt-3 px-3.5 py-2.5 wide:mt-0 wide:mb-3.5 wide:px-4.5"
    >
      <p aria-hidden className="text-cap text-ink2">
        Last five results
      </p>
      {results.length === 0 ? (
        <p className="mt-1.5 flex h-7.5 items-center text-sm text-ink2">No result yet.</p>
      ) : (
        <ul className="mt-1.5 flex flex-wrap gap-1.5">
          {results.map(({ id, net }) => (
            <li
              key={id}
              className={cx(
                'flex h-7.5 min-w-fit basis-[calc(20%-0.3rem)] items-center justify-center gap-0.75 rounded-[0.625rem] px-1.5 text-sm font-660',
                net > 0n ? 'bg-win-tint text-win' : 'bg-sunken',
                net < 0n && 'text-loss',
              )}
            >
              <NetIcon net={net} />
              {signedMoneyText(net)}
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function NetIcon({ net }: { net: Money }) {
  const Icon = net > 0n ? ArrowUp : net < 0n ? ArrowDown : Equal
  return <Icon size={13} aria-hidden />
}
