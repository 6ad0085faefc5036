import { type PlayerSafety, readPlayerSafety } from '@pipkin/contract/desk'
import { signedMoneyText } from '@pipkin/money'
import { Card } from '../../../web/src/ui/card.tsx'
import { durationText } from '../../../web/src/ui/dates.ts'
import { useCall } from '../call.ts'
import { Facts, fkr, when } from '../parts/facts.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { GiveBreak, LowerLimit, limitName } from '../parts/tighten.tsx'
import { endText, withReason } from './safety.tsx'

/** A player's limits, breaks, reminder and session; staff only make them tighter. */
export function PlayerSafer({ player, mayRestrict }: { player: number; mayRestrict: boolean }) {
  const read = useCall(readPlayerSafety, { player })
  return (
    <Loaded query={read}>
      {({ limits, breaks, reminderMinutes, session, terms }) => (
        <>
          <section aria-label="Safer play" className="mt-5">
            <div className="mb-2 flex flex-wrap items-center gap-3">
              <h2 className="mr-auto text-h2">Safer play</h2>
              {mayRestrict && (
                <>
                  <LowerLimit player={player} />
                  <GiveBreak player={player} />
                </>
              )}
            </div>
            <Card className="p-4">
              <Facts
                facts={[
                  ['Plays for', session ? durationText(session.seconds) : 'not now'],
                  ['Net of the session', session ? `${signedMoneyText(session.net)} fkr` : '–'],
                  ['Reminder', reminderMinutes === null ? '–' : `each ${reminderMinutes} minutes`],
                  ['Terms accepted', `version ${terms}`],
                ]}
              />
            </Card>
          </section>
          <Table
            name="Limits"
            rows={limits}
            keyOf={({ kind, period }) => `${kind} ${period}`}
            empty="The player has set none."
            columns={limitColumns}
          />
          <Table
            name="Breaks and exclusions"
            rows={breaks}
            keyOf={({ at }) => at.getTime()}
            empty="The player has taken none."
            columns={breakColumns}
          />
        </>
      )}
    </Loaded>
  )
}

const limitColumns: readonly Column<PlayerSafety['limits'][number]>[] = [
  { head: 'Limit', text: limitName },
  { head: 'At most', text: ({ amount }) => fkr(amount), right: true },
  { head: 'Used', text: ({ used }) => (used === null ? '–' : fkr(used)), right: true },
  {
    head: 'Part',
    text: ({ part }) => (part === null ? '–' : `${part} %`.replace('-', '−')),
    right: true,
  },
  { head: 'Begins to free', text: ({ freesAt }) => when(freesAt) },
  {
    head: 'Waits to become',
    text: ({ pending }) =>
      pending === null
        ? '–'
        : `${pending.amount === null ? 'no limit' : fkr(pending.amount)} from ${when(pending.from)}`,
  },
]

const breakColumns: readonly Column<PlayerSafety['breaks'][number]>[] = [
  { head: 'What', text: ({ kind }) => (kind === 'timeout' ? 'break' : 'exclusion') },
  { head: 'Since', text: ({ at }) => when(at) },
  { head: 'Until', text: endText },
  { head: 'Now', text: ({ lasts }) => (lasts ? 'lasts' : 'over') },
  {
    head: 'Given by',
    text: ({ givenBy, givenWhy }) =>
      givenBy === null ? 'the player' : withReason(givenBy, givenWhy),
  },
  {
    head: 'Ended by',
    text: ({ endedBy, endedWhy }) => withReason(endedBy, endedWhy),
  },
]
