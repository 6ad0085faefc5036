import { Check as CheckIcon, Clock, X } from 'lucide-react'
import { Card } from '../../ui/card.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { cx } from '../../ui/cx.ts'
import { shortId } from '../../ui/short-id.ts'
import type { Check } from './checks.ts'

/** Every part of a proof with a tick, or with what was expected and what was found. */
export function CheckList({
  checks,
  label = 'Checks',
}: {
  checks: readonly Check[]
  label?: string
}) {
  return (
    <Card className="mt-2.5">
      <ul aria-label={label} className="divide-y divide-line">
        {checks.map((check) => (
          <CheckRow key={check.title} check={check} />
        ))}
      </ul>
    </Card>
  )
}

const marks = {
  holds: { icon: CheckIcon, look: 'bg-win-tint text-win', says: 'holds' },
  fails: { icon: X, look: 'bg-loss-tint text-loss', says: 'fails' },
  waits: { icon: Clock, look: 'bg-sunken text-ink2', says: 'not checked yet' },
}

function CheckRow({ check: { title, state, note, value, failed } }: { check: Check }) {
  const { icon: Icon, look, says } = marks[state]
  return (
    <li className="flex min-h-15 items-center gap-3 py-1.75 pr-1.5 pl-3.5">
      <span
        role="img"
        aria-label={says}
        className={cx('grid size-7 shrink-0 place-items-center rounded-full', look)}
      >
        <Icon size={17} aria-hidden />
      </span>
      <div className="min-w-0 grow">
        <div className={cx('text-row', state === 'fails' && 'text-loss')}>{title}</div>
        <div className="mt-0.5 text-cap text-pretty text-ink2">
          {note}
          {value && (
            <span className="font-600 tracking-[0.01em] [overflow-wrap:anywhere] text-ink">
              {note && ' '}
              {shortId(value.text, value.head, value.tail)}
            </span>
          )}
        </div>
        {failed.map(({ name, expected, computed }) => (
          <dl key={name} className="mt-1 text-cap text-loss [overflow-wrap:anywhere]">
            <dt className={name === title ? 'sr-only' : 'font-680'}>{name}</dt>
            <dd>Expected: {expected}</dd>
            <dd>Found: {computed}</dd>
          </dl>
        ))}
      </div>
      {value && <CopyButton label={`Copy ${value.name}`} text={value.text} />}
    </li>
  )
}
