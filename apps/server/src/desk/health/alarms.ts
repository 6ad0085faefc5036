import type { Health } from '@pipkin/contract/desk'

type State = Health['now']
type Alarm = Health['alarms'][number]

const minute = 60
const day = 86_400

interface Rule extends Omit<Alarm, 'says'> {
  /** What is wrong in figures; null while all is well. */
  says(state: State, lookedAgo: number | null): string | null
}

/** The worst first. */
const rules: readonly Rule[] = [
  {
    alarm: 'The last audit found something',
    says: ({ auditFindings }) => (auditFindings ? `${auditFindings} findings` : null),
    toDo: 'Pause payouts, read the report under Audits, and look up what each finding means.',
    runbook: 'docs/invariants.md',
  },
  {
    alarm: 'The worker has not looked for minutes',
    says: (_, lookedAgo) =>
      lookedAgo === null ? 'it never has' : lateBy(lookedAgo, 3, (minutes) => `${minutes} ago`),
    toDo: 'Start the worker, or read its log: deposits, payouts and figures stand still.',
    runbook: 'docs/operations.md',
  },
  {
    alarm: 'A payout has waited for more than ten minutes',
    says: ({ payoutAge }) => lateBy(payoutAge, 10),
    toDo: 'See whether payouts are paused, the hot wallet has tokens and coin, and the node answers.',
    runbook: 'docs/runbooks/cashier.md',
  },
  {
    alarm: 'The scanner is far behind the chain',
    says: ({ unscanned }) => ((unscanned ?? 0) > 100 ? `${unscanned} blocks` : null),
    toDo: 'See whether the node answers and has caught up itself.',
    runbook: 'docs/runbooks/cashier.md',
  },
  {
    alarm: 'The log is behind',
    says: ({ logLag }) => lateBy(logLag, 5),
    toDo: 'Read what the worker says of the log: a witness may hold it back. Proofs of new rounds wait.',
    runbook: 'docs/transparency.md',
  },
  {
    alarm: 'The figures are behind',
    says: ({ figuresLag }) => lateBy(figuresLag, 10),
    toDo: 'See whether the worker runs; sums on screens are older than they should be.',
    runbook: 'docs/operations.md',
  },
  {
    alarm: 'Mails are not going out',
    says: ({ mails, mailAge }) =>
      lateBy(mailAge, 10, (minutes) => `${mails} wait, the oldest for ${minutes}`),
    toDo: 'See whether the mail server of SMTP_URL takes mail.',
    runbook: 'docs/runbooks/keys.md',
  },
  {
    alarm: 'No audit for two days',
    says({ auditAge, firstAuditIn }) {
      if (auditAge === null) return (firstAuditIn ?? 0) < 0 ? 'there was none' : null
      return auditAge > 2 * day ? `${Math.round(auditAge / day)} days` : null
    },
    toDo: 'Run one under Audits, and see why the timer of npm run audit did not.',
    runbook: 'docs/operations.md',
  },
]

/** What is wrong by the figures of this moment, the worst first, with what to do about it. */
export function alarmsOf(state: State, sampledAgo: number): readonly Alarm[] {
  const lookedAgo = state.sampledAt === null ? null : sampledAgo
  return rules.flatMap(({ says, ...rule }) => {
    const figures = says(state, lookedAgo)
    return figures === null ? [] : [{ ...rule, says: figures }]
  })
}

/** What to say of something that is older than so many minutes. */
function lateBy(
  seconds: number | null,
  most: number,
  words = (minutes: string) => minutes,
): string | null {
  if (seconds === null || seconds <= most * minute) return null
  return words(`${Math.round(seconds / minute)} minutes`)
}
