import { Card } from '../../ui/card.tsx'

const steps = [
  {
    title: 'Locked before you bet',
    note: 'We fix the round and show you its fingerprint.',
  },
  {
    title: 'Your own seed goes in',
    note: "Your browser makes it, so we can't choose the result.",
  },
  {
    title: 'Revealed when the round ends',
    // Two lines on a phone in the stand-in font, too: the page doesn't move when the font has come.
    note: 'Your browser recomputes all of it. Anyone can.',
  },
] as const

/** The three steps by which a round is fair and can be checked. */
export function HowItWorks() {
  return (
    <Card className="py-1">
      <ol className="divide-y divide-line">
        {steps.map(({ title, note }, index) => (
          <li key={title} className="flex gap-3 px-3.5 py-2.25">
            <span
              aria-hidden
              className="grid size-7 shrink-0 place-items-center rounded-full bg-sunken text-sm font-[740]"
            >
              {index + 1}
            </span>
            <span className="min-w-0">
              <span className="block text-row">{title}</span>
              <span className="block text-sm text-pretty text-ink2">{note}</span>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
