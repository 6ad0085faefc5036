import {
  type AskedAudit,
  type Audit,
  type AuditCheck,
  actNames,
  listAudits,
  readAskedAudit,
  readAudit,
  runAudit,
} from '@pipkin/contract/desk'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { Card } from '../../../web/src/ui/card.tsx'
import { Checkbox } from '../../../web/src/ui/checkbox.tsx'
import { ProgressBar } from '../../../web/src/ui/progress-bar.tsx'
import { Tag } from '../../../web/src/ui/tag.tsx'
import { call, everyPage, useCall } from '../call.ts'
import { ReasonButton } from '../parts/act-button.tsx'
import { DeskLink } from '../parts/desk-link.tsx'
import { when } from '../parts/facts.tsx'
import { Heading } from '../parts/heading.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { NextPage } from '../parts/views.tsx'

/** Asks for an audit, shows its progress, and lists what each audit checked and found. */
export function Audits() {
  const [address] = useSearchParams()
  const asked = useCall(readAskedAudit, undefined, 2_000)
  const before = address.get('before') ?? undefined
  const chosen = address.get('audit') ?? undefined
  const page = useCall(listAudits, { cursor: before, limit: 20 })
  const client = useQueryClient()
  const endedAt = asked.data?.endedAt?.getTime()
  useEffect(() => {
    if (endedAt !== undefined) void client.invalidateQueries({ queryKey: [listAudits.name] })
  }, [client, endedAt])
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Heading name="Audits" />
        <ReasonButton
          label={actNames.runAudit}
          fields={<Checkbox name="full" label="Replay every round, which takes longer" />}
          run={async (reason, form) => {
            await call(runAudit, { full: form.get('full') === 'on', reason })
            return { message: 'Asked for: the worker begins within seconds.' }
          }}
        />
      </div>
      {asked.data && <Asked asked={asked.data} />}
      <Loaded query={page}>
        {({ audits, next }) => {
          const shown = chosen ?? audits[0]?.audit
          return (
            <>
              {shown !== undefined && <Report audit={shown} />}
              <Table
                name="Reports"
                rows={audits}
                keyOf={({ audit }) => audit}
                empty="There was none yet."
                columns={columnsOn(before)}
                all={everyPage(
                  listAudits,
                  (page) => page,
                  ({ audits, next }) => [audits, next],
                )}
              />
              <NextPage next={next} keep={{ audit: chosen }} name="before">
                Earlier ones
              </NextPage>
            </>
          )
        }}
      </Loaded>
    </>
  )
}

/** The progress of the last audit that was asked for; empty once its report is there. */
function Asked({ asked }: { asked: AskedAudit }) {
  const { askedAt, askedBy, full, audit, endedAt } = asked
  if (audit !== null) return null
  const asking = `${askedBy} asked for it, ${when(askedAt)}${full ? ', with every round' : ''}`
  return (
    <Card className="mt-5 px-4 py-3.5" role="group" aria-label="Under way">
      {endedAt === null ? (
        <UnderWay asked={asked} />
      ) : (
        <p className="flex flex-wrap items-center gap-3">
          <Tag tone="loss">broke off</Tag>
          This audit has no result: the worker’s log says why.
        </p>
      )}
      <p className="mt-2 text-sm text-ink2">{asking}</p>
    </Card>
  )
}

function UnderWay({ asked: { checked, checks, checking, seenAgo } }: { asked: AskedAudit }) {
  if (seenAgo === null || checks === null)
    return <p>It waits for the worker, which begins within seconds.</p>
  return (
    <>
      <ProgressBar
        label="The audit under way"
        percent={(100 * checked) / Math.max(1, checks)}
        words={`${checked} of ${checks} checks`}
      />
      <p className="mt-2">Now: {checking}</p>
      {seenAgo > 60 && (
        <p className="mt-2 text-pending">
          The worker gave no sign for {seenAgo} seconds. Once it runs again, the audit begins anew.
        </p>
      )}
    </>
  )
}

function Report({ audit }: { audit: string }) {
  const report = useCall(readAudit, { audit })
  return (
    <Loaded query={report}>
      {({ at, checks }) => (
        <Table
          name={`Report of ${when(at)}`}
          // What is wrong comes first.
          rows={checks.toSorted((a, b) => Number(b.wrong > 0) - Number(a.wrong > 0))}
          keyOf={({ says }) => says}
          empty="This audit kept no report."
          columns={checkColumns}
        />
      )}
    </Loaded>
  )
}

const resultOf = ({ wrong }: AuditCheck): string => (wrong === 0 ? 'ok' : `${wrong} wrong`)

const checkColumns: readonly Column<AuditCheck>[] = [
  {
    head: 'Result',
    text: (check) => [resultOf(check), ...check.found].join('; '),
    show: (check) => <Tag tone={check.wrong === 0 ? 'win' : 'loss'}>{resultOf(check)}</Tag>,
  },
  {
    head: 'Check',
    text: ({ says }) => says,
    show: ({ says, found, wrong }) => (
      <>
        {says}
        {wrong > 0 && (
          <ul className="mt-1 list-disc pl-5 wrap-anywhere">
            {found.map((line) => (
              <li key={line}>{line}</li>
            ))}
            {wrong > found.length && <li>and {wrong - found.length} more</li>}
          </ul>
        )}
      </>
    ),
  },
  { head: 'Invariant', text: ({ invariant }) => String(invariant), right: true },
  { head: 'Rows', text: ({ checked }) => checked.toLocaleString('en'), right: true },
]

/** The columns of a page of the list; opening a report keeps the page. */
const columnsOn = (before: string | undefined): readonly Column<Audit>[] => [
  {
    head: 'When',
    text: ({ at }) => when(at),
    show: ({ audit, at }) => (
      <DeskLink
        to={`?${new URLSearchParams({ ...(before && { before }), audit })}`}
        // The report stands above a list that may be far below it.
        onClick={() => {
          scrollTo(0, 0)
          document.getElementById('main')?.focus({ preventScroll: true })
        }}
      >
        {when(at)}
      </DeskLink>
    ),
  },
  { head: 'Asked for by', text: ({ askedBy }) => askedBy ?? 'a command' },
  { head: 'Rounds', text: ({ full }) => (full ? 'every one' : 'the newest, and a share') },
  {
    head: 'Replayed',
    text: ({ replayed }) => replayed.toLocaleString('en'),
    right: true,
  },
  {
    head: 'Findings',
    text: ({ findings }) => String(findings),
    show: ({ findings }) => <Tag tone={findings === 0 ? 'win' : 'loss'}>{findings}</Tag>,
    right: true,
  },
]
