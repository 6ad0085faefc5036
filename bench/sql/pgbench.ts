import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { accounts, branches, tellers } from './tpc-b.ts'

const run = promisify(execFile)

const script = `
\\set aid random(1, ${accounts})
\\set tid random(1, ${tellers})
\\set bid random(1, ${branches})
\\set delta random(-5000, 5000)
begin;
update tpc_b.accounts set abalance = abalance + :delta where aid = :aid;
select abalance from tpc_b.accounts where aid = :aid;
update tpc_b.tellers set tbalance = tbalance + :delta where tid = :tid;
update tpc_b.branches set bbalance = bbalance + :delta where bid = :bid;
insert into tpc_b.history (tid, bid, aid, delta, mtime)
  values (:tid, :bid, :aid, :delta, current_timestamp);
end;
`

/** Runs TPC-B for some seconds; answers the transactions a second. */
export type Pgbench = (seconds: number) => Promise<number>

/**
 * TPC-B on the tables of `loadTpcB` by pgbench itself, over a socket: the second reference, without
 * our driver in it. Null where `pgbench` isn't on the PATH: no package of ours brings it.
 */
export async function findPgbench(
  url: string,
  { clients, folder }: { clients: number; folder: string },
): Promise<Pgbench | null> {
  const isThere = await run('pgbench', ['--version']).then(
    () => true,
    () => false,
  )
  if (!isThere) return null
  const file = join(folder, 'tpc-b.pgbench')
  await writeFile(file, script)
  return async (seconds) => {
    const how = ['--no-vacuum', '--protocol=prepared', `--client=${clients}`, '--jobs=2']
    const { stdout } = await run('pgbench', [...how, `--time=${seconds}`, `--file=${file}`, url])
    const rate = /^tps = ([\d.]+)/m.exec(stdout)?.[1]
    if (rate === undefined) throw new Error(`pgbench said no rate: ${stdout}`)
    return Number(rate)
  }
}
