import type { Game } from '@pipkin/contract'
import { timesText } from '@pipkin/games'
import { type SlotRules, slotChances } from '@pipkin/games/slot-machine'
import { Art } from '../../ui/art.tsx'
import { Card } from '../../ui/card.tsx'
import { returnText } from '../bet/odds-text.ts'

/** What each result returns and how often it comes. */
export function PaysCard({
  rules,
  returns,
}: {
  rules: SlotRules
  returns: Game['returns'] | null
}) {
  const chances = slotChances(rules)
  const rows = [
    { equal: 3, chance: chances.triple, returned: `returns ${timesText(rules.jackpotPays)}` },
    { equal: 2, chance: chances.pair, returned: `returns ${timesText(rules.pairPays)}` },
    { equal: 0, chance: chances.none, returned: 'nothing back' },
  ]
  return (
    <Card className="mt-3 px-3.5 pt-2.25 pb-2">
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-row">Pays</h2>
        {returns && (
          <span className="text-cap text-ink2">Average return {returnText(returns.best)}</span>
        )}
      </div>
      <ul className="text-sm">
        {rows.map(({ equal, chance, returned }) => (
          <li key={equal} className="flex min-h-9 flex-wrap items-center gap-x-3 py-1">
            <Fruits equal={equal} />
            <span className="sr-only">{equal === 0 ? 'None equal' : `${equal} equal`}:</span>
            <span className="grow text-ink2">{chance}</span>
            <b className="basis-25 font-680">{returned}</b>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Fruits({ equal }: { equal: number }) {
  return (
    <span aria-hidden className="flex w-19 gap-0.5">
      {[0, 1, 2].map((place) =>
        place < equal ? (
          <Art key={place} name="cherries" size={24} />
        ) : (
          <span key={place} className="size-6 rounded-xs shadow-[inset_0_0_0_1.5px_var(--line)]" />
        ),
      )}
    </span>
  )
}
