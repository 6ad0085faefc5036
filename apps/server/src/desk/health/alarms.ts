import type { Health } from '@pipkin/contract/desk'

type State = Health['now']
type Alarm = Health['alarms'][number]

const minute = 60
const day = 86_400

/** What is wrong by the figures of this moment, the worst first, with what to do about it. */
export function alarmsOf(state: State, sampledAgo: number): readonly Alarm[] {
  const lookedAgo = state.sampledAt === null ? null : sampledAgo
  const rules: readonly (readonly [boolean, Alarm])[] = [
    [
      (state.auditFindings ?? 0) > 0,
      {
        alarm: 'The last audit found something',
        says: `${state.auditFindings} findings`,
        toDo: 'Pause payouts, read the report under Audits, and look up what each finding means.',
        runbook: 'docs/invariants.md',
      },
    ],
    [
      lookedAgo === null || lookedAgo > 3 * minute,
      {
        alarm: 'The worker has not looked for minutes',
        says: lookedAgo === null ? 'it never has' : `${Math.round(lookedAgo / minute)} minutes ago`,
        toDo: 'Start the worker, or read its log: deposits, payouts and figures stand still.',
        runbook: 'docs/operations.md',
      },
    ],
    [
      (state.payoutAge ?? 0) > 10 * minute,
      {
        alarm: 'A payout has waited for more than ten minutes',
        says: `${inMinutes(state.payoutAge)} minutes`,
        toDo: 'See whether payouts are paused, the hot wallet has tokens and coin, and the node answers.',
        runbook: 'docs/runbooks/cashier.md',
      },
    ],
    [
      (state.unscanned ?? 0) > 100,
      {
        alarm: 'The scanner is far behind the chain',
        says: `${state.unscanned} blocks`,
        toDo: 'See whether the node answers and has caught up itself.',
        runbook: 'docs/runbooks/cashier.md',
      },
    ],
    [
      (state.logLag ?? 0) > 5 * minute,
      {
        alarm: 'The log is behind',
        says: `${inMinutes(state.logLag)} minutes`,
        toDo: 'See whether the worker runs and has LOG_KEY; proofs of new rounds wait for it.',
        runbook: 'docs/transparency.md',
      },
    ],
    [
      (state.figuresLag ?? 0) > 10 * minute,
      {
        alarm: 'The figures are behind',
        says: `${inMinutes(state.figuresLag)} minutes`,
        toDo: 'See whether the worker runs; sums on screens are older than they should be.',
        runbook: 'docs/operations.md',
      },
    ],
    [
      (state.mailAge ?? 0) > 10 * minute,
      {
        alarm: 'Mails are not going out',
        says: `${state.mails} wait, the oldest for ${inMinutes(state.mailAge)} minutes`,
        toDo: 'See whether the mail server of SMTP_URL takes mail.',
        runbook: 'docs/runbooks/keys.md',
      },
    ],
    [
      (state.auditAge ?? 0) > 2 * day || (state.firstAuditIn ?? 0) < 0,
      {
        alarm: 'No audit for two days',
        says:
          state.auditAge === null ? 'there was none' : `${Math.round(state.auditAge / day)} days`,
        toDo: 'Run one under Audits, and see why the timer of npm run audit did not.',
        runbook: 'docs/operations.md',
      },
    ],
  ]
  return rules.filter(([is]) => is).map(([, alarm]) => alarm)
}

const inMinutes = (seconds: number | null): number => Math.round((seconds ?? 0) / minute)
