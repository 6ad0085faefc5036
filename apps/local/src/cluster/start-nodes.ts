import { join } from 'node:path'
import { type Postgres, startPostgres } from '../postgres/start-postgres.ts'

/** The settings that Citus needs on each node. */
export const nodeSettings = {
  shared_preload_libraries: 'citus',
  max_prepared_transactions: '200',
  max_connections: '300',
  max_worker_processes: '40',
  'citus.node_conninfo': 'sslmode=disable',
  // A prepared transaction locks its players until the coordinator's next recovery.
  'citus.recover_2pc_interval': '5s',
}

/**
 * Starts the databases of a cluster, each in its own subfolder of `dataDir` by its name; they reach
 * each other by their sockets. The first one becomes the coordinator.
 */
export async function startNodes(
  native: string,
  { dataDir, names, disposable }: { dataDir: string; names: readonly string[]; disposable?: true },
): Promise<Postgres[]> {
  const started = await Promise.allSettled(
    names.map((name) =>
      startPostgres({
        dataDir: join(dataDir, name),
        native,
        settings: nodeSettings,
        ...(disposable && { disposable }),
      }),
    ),
  )
  const nodes = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const failed = started.find((one) => one.status === 'rejected')
  if (!failed) return nodes
  await Promise.all(nodes.map((node) => node.stop()))
  throw failed.reason
}

/** The superuser's connection to a node. */
export const adminUrl = (node: Pick<Postgres, 'ownerUrl'>): string =>
  node.ownerUrl.replace('pipkin_owner', 'postgres')
