import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { citusBinaries } from '../../../local/src/cluster/citus.ts'
import { adminUrl, nodeSettings, startNodes } from '../../../local/src/cluster/start-nodes.ts'
import { type Postgres, startPostgres } from '../../../local/src/postgres/start-postgres.ts'
import { makeLogins } from '../../../local/src/prepare-database.ts'
import { scratchFolder } from '../../../local/src/testing/scratch-folder.ts'
import { connect, sql } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { spread } from '../../src/platform/database/spread.ts'
import { useSeedKeys } from '../../src/rounds/seed-keys.ts'
import { setCatalogue } from '../players/player.ts'
import { seeds } from '../seeds.ts'

/** Its coordinator is the first. */
export const names = ['coordinator', 'one', 'two'] as const
type Name = (typeof names)[number]

/** The node that has a player, 1 or 2. */
export const nodeOf = sql`
  select groupid::integer as node from pg_dist_placement
  where shardid = get_shard_id_for_distribution_column('ledger.wallets', $1::integer)`

/**
 * A cluster of this test alone, of a coordinator and two nodes with a new house, whose servers may
 * be stopped and started again. It ends with the test.
 */
export async function spreadNodes() {
  const dataDir = await mkdtemp(join(scratchFolder(), 'pipkin-nodes-'))
  const native = await citusBinaries()
  if (!native) throw new Error('PIPKIN_CITUS is set')
  const [coordinator, one, two] = await startNodes(native, { dataDir, names, disposable: true })
  if (!coordinator || !one || !two) throw new Error('three nodes')
  const servers: Record<Name, Postgres> = { coordinator, one, two }
  onTestFinished(async () => {
    for (const server of Object.values(servers)) await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  await migrate(coordinator.ownerUrl)
  const owner = connect(coordinator.ownerUrl, { connections: 2, onError: () => undefined })
  onTestFinished(() => owner.close())
  await makeLogins(owner)
  await useSeedKeys(owner, seeds)
  await setCatalogue({ owner })
  await spread(adminUrl(coordinator), [one, two].map(adminUrl))
  return {
    dataDir,
    owner,
    servers,
    folderOf: (name: Name) => join(dataDir, name),
    /** Starts a server that was stopped. It has another place now, which the others don't know. */
    async start(name: Name, settings: Readonly<Record<string, string>> = {}): Promise<Postgres> {
      const started = await startPostgres({
        dataDir: join(dataDir, name),
        native,
        settings: { ...nodeSettings, ...settings },
        disposable: true,
      })
      servers[name] = started
      return started
    },
  }
}
