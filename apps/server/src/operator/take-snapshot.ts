import { setTimeout as wait } from 'node:timers/promises'
import { hundredths, moneyText } from '@pipkin/money'
import { maybeOne, one, sql } from '../platform/database/database.ts'
import { type OperatorDeps, type Outcome, refused, type Warrant } from './warrant.ts'

const ask = sql`select operator.ask_snapshot($1, $2)::text as asked`
const announced = sql`
  select s.block from solvency.requests r join solvency.snapshots s using (snapshot)
  where r.at = $1::timestamptz`
const answer = sql`
  select s.snapshot, s.owed, s.held, encode(s.root, 'hex') as root, s.players
  from solvency.requests r join solvency.snapshots s using (snapshot)
  where r.at = $1::timestamptz and s.taken_at is not null`

interface Taken {
  readonly snapshot: string
  readonly owed: bigint
  readonly held: bigint
  readonly root: string
  readonly players: number
}

/**
 * Asks the worker, which has the house's key, for a snapshot of what the house owes and holds, and
 * waits for it. Says what it waits for.
 */
export async function takeSnapshot(
  { database, say }: OperatorDeps,
  { by, reason }: Warrant,
  { patienceMs = 600_000 } = {},
): Promise<Outcome<string>> {
  const { asked } = await one(database.rows<{ asked: string | null }>(ask, [by, reason]))
  if (asked === null) return refused('There is no player yet, so nothing is owed.')
  let said = ''
  for (let waited = 0; waited < patienceMs; waited += 250) {
    const taken = await maybeOne(database.rows<Taken>(answer, [asked]))
    if (taken) return { ok: true, value: report(taken) }
    const open = await maybeOne(database.rows<{ block: bigint }>(announced, [asked]))
    const now = open
      ? `The worker takes it at block ${open.block}, once that counts.`
      : 'Waiting for the worker, up to 10 minutes.'
    if (now !== said) say?.(now)
    said = now
    await wait(250)
  }
  return refused(
    'No snapshot came: is the worker at work, and the chain? It is taken when they are.',
  )
}

const report = ({ snapshot, owed, held, root, players }: Taken): string =>
  `Snapshot ${snapshot}: ${players} players are owed ${moneyText(hundredths(owed))} fkr, the house holds ${moneyText(hundredths(held))} fkr, root ${root}.`
