import {
  type Duty,
  type Figures,
  wallets as fourWallets,
  type Health,
  readHealth,
  readNow,
  walletNames,
} from '@pipkin/contract/desk'
import { type Money, moneyText, subtract } from '@pipkin/money'
import type { UseQueryResult } from '@tanstack/react-query'
import { Card } from '../../../web/src/ui/card.tsx'
import { Tag } from '../../../web/src/ui/tag.tsx'
import { useCall } from '../call.ts'
import { DeskLink } from '../parts/desk-link.tsx'
import { Facts, findingsText, fkr, when, yesNo } from '../parts/facts.tsx'
import { Heading } from '../parts/heading.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Sums } from '../parts/sums.tsx'

/** First what needs an operator, then what is owed and held. It refreshes by itself. */
export const Now = ({ duties }: { duties: readonly Duty[] }) => (
  <>
    <Heading name="Now" />
    {duties.includes('see') ? <WithHealth duties={duties} /> : <WithFigures duties={duties} />}
  </>
)

function WithHealth({ duties }: { duties: readonly Duty[] }) {
  const health = useCall(readHealth, { span: 'hour' }, 15_000)
  return <WithFigures duties={duties} health={health} />
}

function WithFigures(shown: Omit<Shown, 'figures'>) {
  const now = useCall(readNow, undefined, 5_000)
  return (
    <Loaded query={now}>
      {(figures) => (
        <>
          <Needs {...shown} figures={figures} />
          <OwedAndHeld {...shown} figures={figures} />
        </>
      )}
    </Loaded>
  )
}

interface Shown {
  figures: Figures
  /** A figure links to its screen if the operator's duties include it. */
  duties: readonly Duty[]
  /** The last hour; undefined for operators who may not read it. */
  health?: UseQueryResult<Health> | undefined
}

function Needs({ figures, duties, health }: Shown) {
  const maySee = duties.includes('see')
  const mayAudit = duties.includes('audit')
  const { payouts, proposals, cases, unexplained, audit } = figures
  const alarms = health?.data?.alarms ?? []
  const needs = [
    [health?.isError ? 1 : 0, 'Alarms could not be read', '/health', ''],
    [alarms.length, 'Alarms', '/health', alarms.map(({ alarm }) => alarm).join('; ')],
    [payouts.review, 'Payouts to decide', '/payouts', `the oldest since ${when(payouts.oldest)}`],
    [proposals, 'Proposals to approve or refuse', '/proposals', ''],
    [cases, 'Open cases', '/cases', ''],
    [unexplained, 'Transfers that belong to no operation', '/money?view=unmatched', ''],
    [
      audit?.findings ?? 0,
      'Findings of the last audit',
      mayAudit ? '/audits' : null,
      'docs/invariants.md says what',
    ],
    [figures.payoutsPaused ? 1 : 0, 'Pause of all payouts', '/payouts', ''],
    [figures.depositsPaused ? 1 : 0, 'Pause of all deposits', '/payouts', ''],
  ] as const
  // An operator who sees no players has only proposals to decide.
  const open = needs.filter(([count, , to]) => count > 0 && (maySee || to === '/proposals'))
  return (
    <section aria-labelledby="needs" className="mt-5">
      <h2 id="needs" className="text-h2">
        To be decided
      </h2>
      <Card className="mt-2 divide-y divide-line">
        {open.length === 0 && (
          <p className="px-4 py-3.5 text-ink2">
            {health?.isPending ? 'The alarms are being read.' : 'Nothing waits.'}
          </p>
        )}
        {open.map(([count, what, to, more]) => (
          <p key={what} className="flex flex-wrap items-center gap-3 px-4 py-3">
            <Tag tone="pending">{count}</Tag>
            {to ? (
              <DeskLink to={to} className="font-620">
                {what}
              </DeskLink>
            ) : (
              <span className="font-620">{what}</span>
            )}
            <span className="text-sm text-ink2">{more}</span>
          </p>
        ))}
      </Card>
    </section>
  )
}

function OwedAndHeld({ figures, duties, health }: Shown) {
  const maySee = duties.includes('see')
  const { wallets, stakes, payouts, deposits, owed, house, audit } = figures
  const counted = health?.data?.samples.find(({ bets }) => bets !== null)
  /** A sum that leads to what it is made of. */
  const leading = (path: string, sum: Money) =>
    maySee ? <DeskLink to={path}>{fkr(sum)}</DeskLink> : fkr(sum)
  return (
    <section aria-labelledby="money" className="mt-6">
      <h2 id="money" className="text-h2">
        Owed, held and staked
      </h2>
      <Sums
        sums={[
          { name: 'Owed to players', value: leading('/money?view=owed', owed) },
          {
            name: 'Held on the chain',
            value: house ? fkr(house.held) : 'not seen yet',
            ...(house && { note: `${house.behind} blocks not scanned yet` }),
          },
          {
            name: 'Coin for gas',
            value: house?.coin?.toLocaleString('en', { maximumFractionDigits: 4 }) ?? '–',
          },
          {
            name: 'Held less owed',
            value: house ? difference(house.held, owed) : '–',
            ...(house && { tone: house.held < owed ? 'loss' : 'win' }),
          },
          ...(health?.data
            ? [
                {
                  name: 'Bets a minute',
                  value: counted?.bets ?? '–',
                  note: counted ? `from ${when(counted.start)}` : 'not counted yet',
                },
              ]
            : []),
        ]}
      />
      <Card className="mt-3 p-4">
        <Facts
          facts={[
            ...fourWallets.map(
              (wallet) => [`${walletNames[wallet]} wallets`, fkr(wallets[wallet])] as const,
            ),
            [`Open stakes (${stakes.count})`, leading('/games/all/rounds?of=open', stakes.sum)],
            ['Payouts on their way', leading('/money?view=way&kind=withdrawal', payouts.sum)],
            [
              `Deposits under way (${deposits.count})`,
              leading('/money?view=way&kind=deposit', deposits.sum),
            ],
            ['Payouts paused', yesNo(figures.payoutsPaused)],
            ['Deposits paused', yesNo(figures.depositsPaused)],
            ['Last audit', <LastAudit key="audit" audit={audit} duties={duties} />],
          ]}
        />
      </Card>
    </section>
  )
}

/** When it was and what it found; leads to its report. */
function LastAudit({ audit, duties }: Pick<Shown, 'duties'> & Pick<Figures, 'audit'>) {
  const words = audit ? `${when(audit.at)}, ${findingsText(audit.findings)}` : 'none yet'
  if (!duties.includes('audit')) return words
  return <DeskLink to="/audits">{words}</DeskLink>
}

const difference = (held: Money, owed: Money): string => `${moneyText(subtract(held, owed))} fkr`
