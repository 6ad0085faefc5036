import {
  type Duty,
  listTermVersions,
  type Referral as Programme,
  readReferral,
} from '@pipkin/contract/desk'
import { subtract } from '@pipkin/money'
import { useSearchParams } from 'react-router'
import { Card } from '../../../web/src/ui/card.tsx'
import { useCall } from '../call.ts'
import { DeskLink } from '../parts/desk-link.tsx'
import { Facts, fkr, when } from '../parts/facts.tsx'
import { Heading } from '../parts/heading.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Plot } from '../parts/plot.tsx'
import { Table } from '../parts/table.tsx'
import { Versions } from '../parts/versions.tsx'
import { Views } from '../parts/views.tsx'
import { Referrers, Rings, Unlocked, Waiting } from './referral-lists.tsx'
import { Terms } from './referral-terms.tsx'

const views = [
  { view: 'rings', name: 'Rings' },
  { view: 'waiting', name: 'To be decided' },
  { view: 'referrers', name: 'Who brought most' },
  { view: 'days', name: 'By day' },
  { view: 'unlocked', name: 'Unlocked' },
  { view: 'terms', name: 'Terms' },
  { view: 'versions', name: 'Versions' },
] as const
/** The parts without players, for operators who draft the terms and see no player. */
const ofTerms = views.filter(({ view }) => view === 'terms' || view === 'versions')

/** The referral programme: what it gave and cost, and who may be gaming it. */
export function Referral({ duties }: { duties: readonly Duty[] }) {
  const [address] = useSearchParams()
  const maySee = duties.includes('see')
  const mayPay = duties.includes('pay')
  const parts = maySee ? views : ofTerms
  const view =
    parts.find(({ view }) => view === address.get('view'))?.view ?? (maySee ? 'rings' : 'terms')
  return (
    <>
      <Heading name="Referral" />
      {maySee && <Programmes />}
      <Views label="Parts of the programme" views={parts} shown={view} />
      {view === 'days' && <Programmes days />}
      {view === 'terms' && <Terms mayOffer={duties.includes('offer')} />}
      {view === 'versions' && <Versions call={listTermVersions} />}
      {view === 'rings' && <Rings />}
      {view === 'waiting' && <Waiting mayPay={mayPay} />}
      {view === 'referrers' && <Referrers />}
      {view === 'unlocked' && <Unlocked />}
    </>
  )
}

/** What the programme gave and cost: in all, or by day. */
function Programmes({ days = false }: { days?: boolean }) {
  const programme = useCall(readReferral)
  return (
    <Loaded query={programme}>
      {(read) => (days ? <Days programme={read} /> : <Sums programme={read} />)}
    </Loaded>
  )
}

const Sums = ({ programme: { given, unlocked, upto } }: { programme: Programme }) => (
  <Card className="mt-4 p-4">
    <Facts
      facts={[
        [
          `Given in ${given.count} rewards`,
          <DeskLink key="given" to="/money?view=movements&kind=rewards">
            <Big>{fkr(given.sum)}</Big>
          </DeskLink>,
        ],
        [
          'Unlocked: what it has cost',
          <DeskLink key="cost" to="/referral?view=unlocked">
            <Big>{fkr(unlocked.sum)}</Big>
          </DeskLink>,
        ],
        [
          'Still locked, or refused',
          <Big key="rest">{fkr(subtract(given.sum, unlocked.sum))}</Big>,
        ],
        ['Counted up to', when(upto)],
      ]}
    />
  </Card>
)

const Big = ({ children }: { children: string }) => (
  <span className="text-[1.1875rem] leading-6 font-720">{children}</span>
)

const Days = ({ programme: { days } }: { programme: Programme }) => (
  <>
    {days.length > 1 && (
      <Plot
        title="Rewards by day"
        as="bars"
        places={days.map(({ day }) => day).toReversed()}
        series={[
          { name: 'given', amounts: days.map(({ given }) => given).toReversed() },
          { name: 'unlocked', amounts: days.map(({ unlocked }) => unlocked).toReversed() },
        ]}
      />
    )}
    <Table
      name="By day"
      rows={days}
      keyOf={({ day }) => day}
      empty="No reward was given yet."
      columns={[
        { head: 'Day (UTC)', text: ({ day }) => day },
        { head: 'Rewards', text: ({ times }) => String(times), right: true },
        {
          head: 'Given',
          text: ({ given }) => fkr(given),
          show: ({ day, given }) => (
            <DeskLink to={`/money?view=movements&kind=rewards&by=day&start=${day}`}>
              {fkr(given)}
            </DeskLink>
          ),
          right: true,
        },
        {
          head: 'Unlocked',
          text: ({ unlocked }) => fkr(unlocked),
          show: ({ day, unlocked }) => (
            <DeskLink to={`?view=unlocked&day=${day}`}>{fkr(unlocked)}</DeskLink>
          ),
          right: true,
        },
      ]}
    />
  </>
)
