import { type PlayerSafety, readPlayerSafety } from '@pipkin/contract/desk'
import { type Money, signedMoneyText } from '@pipkin/money'
import { durationText } from '../../../web/src/browser/dates.ts'
import { Card } from '../../../web/src/ui/card.tsx'
import { useCall } from '../call.ts'
import { Facts, fkr, when } from '../parts/facts.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { NoteSafety, signText } from '../parts/risk.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { GiveBreak, LowerLimit, limitLabel } from '../parts/tighten.tsx'
import { endText, withReason } from './break-words.ts'

/** A player's limits, breaks, reminder, session and signs of risk; staff only make them tighter. */
export function PlayerSafer({ player, mayRestrict }: { player: number; mayRestrict: boolean }) {
  const read = useCall(readPlayerSafety, { player }, 15_000)
  return (
    <Loaded query={read}>
      {({ limits, breaks, reminderMinutes, session, signs, terms }) => (
        <>
          <section aria-label="Safer play" className="mt-5">
            <div className="mb-2 flex flex-wrap items-center gap-3">
              <h2 className="mr-auto text-h2">Safer play</h2>
              {mayRestrict && (
                <>
                  <LowerLimit player={player} />
                  <GiveBreak player={player} />
                  <NoteSafety player={player} />
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
            name="Signs of risk"
            rows={signs.flatMap((sign) => sign.newest.map((row) => ({ sign, ...row })))}
            keyOf={({ sign, at, amount }) => `${sign.sign} ${at.getTime()} ${amount}`}
            empty="The player shows none."
            columns={signColumns}
          />
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

/** The rows behind the signs: of each the newest. */
const signColumns: readonly Column<{
  sign: PlayerSafety['signs'][number]
  at: Date
  amount: Money | null
}>[] = [
  { head: 'Sign', text: ({ sign }) => signText(sign) },
  { head: 'When', text: ({ at }) => when(at) },
  { head: 'Amount', text: ({ amount }) => (amount === null ? '–' : fkr(amount)), right: true },
]

const limitColumns: readonly Column<PlayerSafety['limits'][number]>[] = [
  { head: 'Limit', text: limitLabel },
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
