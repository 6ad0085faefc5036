import {
  type HealthSample,
  healthSpans,
  type Health as Read,
  readHealth,
} from '@pipkin/contract/desk'
import { useSearchParams } from 'react-router'
import { Card } from '../../../web/src/ui/card.tsx'
import { Tag } from '../../../web/src/ui/tag.tsx'
import { useCall } from '../call.ts'
import { Facts, findingsText, when } from '../parts/facts.tsx'
import { Heading } from '../parts/heading.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Plot } from '../parts/plot.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Views } from '../parts/views.tsx'

const views = [
  { view: 'hour', name: 'The last hour' },
  { view: 'day', name: 'The last day' },
  { view: 'month', name: 'The last 30 days' },
] as const

/** How the house is doing: alarms with what to do, this moment, and how it was. */
export function Health() {
  const [address] = useSearchParams()
  const span = healthSpans.find((span) => span === address.get('view')) ?? 'hour'
  const health = useCall(readHealth, { span }, 15_000)
  return (
    <>
      <Heading name="Health" />
      <Loaded query={health}>
        {({ alarms, now }) => (
          <>
            <Alarms alarms={alarms} />
            <AtThisMoment now={now} />
          </>
        )}
      </Loaded>
      {/* They stay while another span is read, and keep the focus. */}
      <Views label="Spans" views={views} shown={span} />
      {health.data && (
        <>
          <Plots samples={health.data.samples} />
          <Table
            name={tableNames[span]}
            rows={health.data.samples}
            keyOf={({ start }) => start.getTime()}
            empty="The worker keeps the first sample within a minute of its start."
            columns={columns}
          />
        </>
      )}
    </>
  )
}

const tableNames = {
  hour: 'By the minute',
  day: 'By ten minutes',
  month: 'By six hours',
} as const

const Alarms = ({ alarms }: { alarms: Read['alarms'] }) => (
  <section aria-labelledby="alarms" className="mt-5">
    <h2 id="alarms" className="text-h2">
      Alarms
    </h2>
    <Card className="mt-2 divide-y divide-line">
      {alarms.length === 0 && <p className="px-4 py-3.5 text-ink2">None.</p>}
      {alarms.map(({ alarm, says, toDo, runbook }) => (
        <div key={alarm} className="px-4 py-3">
          <p className="flex flex-wrap items-center gap-3">
            <Tag tone="loss">{says}</Tag>
            <span className="font-620">{alarm}</span>
          </p>
          <p className="mt-1 text-sm text-ink2">
            {toDo} <code className="text-cap">{runbook}</code>
          </p>
        </div>
      ))}
    </Card>
  </section>
)

const AtThisMoment = ({ now }: { now: Read['now'] }) => (
  <section aria-labelledby="moment" className="mt-6">
    <h2 id="moment" className="text-h2">
      At this moment
    </h2>
    <Card className="mt-2 p-4">
      <Facts
        facts={[
          ['Oldest payout on its way', age(now.payoutAge)],
          ['Oldest payout to decide', age(now.reviewAge)],
          ['Oldest deposit under way', age(now.depositAge)],
          [
            'Mails that wait',
            now.mails ? `${now.mails}, the oldest for ${age(now.mailAge)}` : 'none',
          ],
          ['Figures are behind by', waited(now.figuresLag)],
          ['The log is behind by', waited(now.logLag)],
          ['Head of the chain', now.head === null ? 'not seen yet' : String(now.head)],
          ['Blocks not scanned', String(now.unscanned ?? '–')],
          ['Database', `${count(now.databaseMb)} MB, ${count(now.connections)} connections`],
          ['The worker last looked', when(now.sampledAt)],
          [
            'Last audit',
            now.auditAge === null
              ? firstAudit(now.firstAuditIn ?? 0)
              : `${waited(now.auditAge)} ago, ${findingsText(now.auditFindings ?? 0)}`,
          ],
        ]}
      />
    </Card>
  </section>
)

const firstAudit = (inSeconds: number): string =>
  inSeconds < 0 ? 'none yet' : `none yet: the first is due in ${waited(inSeconds)}`

function Plots({ samples }: { samples: readonly HealthSample[] }) {
  if (samples.length < 2) return null
  const oldestFirst = samples.toReversed()
  const places = oldestFirst.map(({ start }) => when(start))
  return (
    <div className="plot-pairs">
      {plots.map(({ title, series, textOf }) => (
        <Plot
          key={title}
          title={title}
          as="lines"
          places={places}
          textOf={textOf}
          series={series.map(([name, of]) => ({ name, amounts: oldestFirst.map(of) }))}
        />
      ))}
    </div>
  )
}

type Of = (sample: HealthSample) => number | null

/** `2.5K`, `0.5`. */
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })
const shortText = (figure: number): string => short.format(figure)
const count = (figure: number | null): string =>
  figure === null ? '–' : figure.toLocaleString('en')

/** `45 s`, `12 min`, `3.5 h`, `2 d`. */
function waited(seconds: number | null): string {
  if (seconds === null) return '–'
  if (seconds < 90) return `${seconds} s`
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800
    ? `${Math.round(seconds / 360) / 10} h`
    : `${Math.round(seconds / 86_400)} d`
}

/** How long the oldest has waited; the server answers 0 s where there is none. */
const age = (seconds: number | null): string => (seconds === 0 ? 'none' : waited(seconds))

const plots: readonly {
  readonly title: string
  readonly series: readonly (readonly [string, Of])[]
  readonly textOf: (figure: number) => string
}[] = [
  {
    title: 'Requests a minute',
    series: [
      ['answered', ({ requests }) => requests],
      ['refused', ({ refused }) => refused],
      ['failed', ({ failed }) => failed],
    ],
    textOf: shortText,
  },
  {
    title: 'Answers take, ms',
    series: [
      ['half stay below', ({ p50 }) => p50],
      ['95 in 100', ({ p95 }) => p95],
      ['99 in 100', ({ p99 }) => p99],
    ],
    textOf: shortText,
  },
  { title: 'Bets a minute', series: [['bets', ({ bets }) => bets]], textOf: shortText },
  {
    title: 'The oldest has waited',
    series: [
      ['payout', ({ payoutAge }) => payoutAge],
      ['deposit', ({ depositAge }) => depositAge],
      ['mail', ({ mailAge }) => mailAge],
    ],
    textOf: waited,
  },
  {
    title: 'Behind by',
    series: [
      ['figures', ({ figuresLag }) => figuresLag],
      ['log', ({ logLag }) => logLag],
    ],
    textOf: waited,
  },
  {
    title: 'Blocks not scanned',
    series: [['blocks', ({ unscanned }) => unscanned]],
    textOf: shortText,
  },
  { title: 'Database, MB', series: [['MB', ({ databaseMb }) => databaseMb]], textOf: shortText },
  {
    title: 'Connections',
    series: [['connections', ({ connections }) => connections]],
    textOf: shortText,
  },
]

const figure = (head: string, of: Of, textOf: (figure: number | null) => string = count) =>
  ({ head, text: (sample: HealthSample) => textOf(of(sample)), right: true }) as const

const columns: readonly Column<HealthSample>[] = [
  { head: 'From', text: ({ start }) => when(start) },
  figure('Requests a minute', ({ requests }) => requests),
  figure('Refused', ({ refused }) => refused),
  figure('Failed', ({ failed }) => failed),
  figure('p50 ms', ({ p50 }) => p50),
  figure('p95 ms', ({ p95 }) => p95),
  figure('p99 ms', ({ p99 }) => p99),
  figure('Bets a minute', ({ bets }) => bets),
  figure('Oldest payout', ({ payoutAge }) => payoutAge, waited),
  figure('Oldest review', ({ reviewAge }) => reviewAge, waited),
  figure('Oldest deposit', ({ depositAge }) => depositAge, waited),
  figure('Mails', ({ mails }) => mails),
  figure('Oldest mail', ({ mailAge }) => mailAge, waited),
  figure('Figures behind', ({ figuresLag }) => figuresLag, waited),
  figure('Log behind', ({ logLag }) => logLag, waited),
  figure(
    'Head',
    ({ head }) => head,
    (head) => String(head ?? '–'),
  ),
  figure('Not scanned', ({ unscanned }) => unscanned),
  figure('Database MB', ({ databaseMb }) => databaseMb),
  figure('Connections', ({ connections }) => connections),
  figure('Last audit ago', ({ auditAge }) => auditAge, waited),
  figure('Findings', ({ auditFindings }) => auditFindings),
]
