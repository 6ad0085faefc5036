import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Database, one, sql } from '../apps/server/src/platform/database/database.ts'
import { hasPython, python } from '../apps/server/test/has-programs.ts'
import { waitUntil } from './component.ts'

/**
 * What an outsider keeps of the log while parts are killed, to compare it with the log at the end.
 */
export interface KeptLog {
  /** Keeps the checkpoint that is published now. */
  keep(): Promise<void>
  /**
   * Waits until the log has all receipts. Then checks that it has each entry once, in the order of
   * events, and, by the verifier in Python, that it begins with each checkpoint that was kept.
   */
  judge(owner: Database): Promise<string[]>
}

const behind = sql`
  select (select count(*)::int from log.waiting)
       + (select count(*)::int + count(settled_at)::int from ledger.rounds)
       - (select count(*)::int from log.receipts)
       + (select s.size - p.size from log.state s, log.published p)::int as count`

const compare = sql`
  with happened as (
    select index, case kind when 2 then placed_at else settled_at end as at
    from log.receipts join ledger.rounds using (player_id, round_id)
  ), pairs as (
    select at, lag(at) over (order by index) as before from happened
  )
  select (select count(*) - count(distinct entry) from log.entries)::int as doubled,
         (select max(index) + 1 - count(*) from log.entries)::int as gaps,
         (select count(*) - count(distinct (player_id, round_id, kind)) from log.receipts)::int
           as twice,
         (select count(*) from pairs where at < before)::int as "outOfOrder"`

interface Counts {
  readonly doubled: number
  readonly gaps: number
  readonly twice: number
  readonly outOfOrder: number
}

const run = promisify(execFile)

/** `url`: an API's, below which it serves the log. */
export function keptLog(url: string, say: (line: string) => void): KeptLog {
  const read = async (path: string) => {
    const answer = await fetch(`${url}/log/${path}`)
    return answer.ok ? answer.text() : null
  }
  const kept = new Set<string>()

  async function verify(): Promise<string[]> {
    if (kept.size === 0) return ['no checkpoint was kept']
    if (!hasPython()) return []
    const key = await read('key')
    if (key === null) return ['the log shows no key']
    const folder = await mkdtemp(join(tmpdir(), 'pipkin-kept-'))
    try {
      const files = [...kept].map((_, place) => join(folder, String(place)))
      for (const [place, note] of [...kept].entries()) await writeFile(files[place] ?? '', note)
      const verifier = fileURLToPath(new URL('../verifier/verify_log.py', import.meta.url))
      const given = files.flatMap((file) => ['--kept', file])
      const args = [verifier, 'log', `${url}/log`, '--log-key', key.trim(), ...given]
      const { stdout } = await run(python, args)
      say(`${stdout.trim()} It begins with each of ${kept.size} checkpoints kept.`)
      return []
    } catch (error) {
      // It says on standard error why it can't check.
      const { stdout = '', stderr = String(error) } = Object(error)
      return [`the verifier of the log says: ${stdout}${stderr}`]
    } finally {
      await rm(folder, { recursive: true })
    }
  }

  return {
    async keep() {
      const note = await read('checkpoint')
      if (note) kept.add(note)
    },
    async judge(owner) {
      await waitUntil('each receipt has its entry, and the log is published', async () => {
        const { count } = await one(owner.rows<{ count: number }>(behind))
        return count === 0
      })
      const counts = await one(owner.rows<Counts>(compare))
      const wrong = Object.entries(counts).filter(([, count]) => count !== 0)
      return [
        ...wrong.map(([what, count]) => `entries of the log: ${count} ${what}`),
        ...(await verify()),
      ]
    },
  }
}
