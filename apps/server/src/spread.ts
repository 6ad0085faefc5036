import { spread } from './platform/database/spread.ts'
import { CannotStart } from './platform/process/cannot-start.ts'
import { orSayWhyNot } from './platform/why-not.ts'

/**
 * Spreads a migrated database over a cluster (docs/runbooks/cluster.md), as the superuser of each
 * node: DATABASE_ADMIN_URL is the coordinator, NODE_ADMIN_URLS the others, with spaces between.
 */

await orSayWhyNot(async () => {
  const { DATABASE_ADMIN_URL: coordinator, NODE_ADMIN_URLS: nodes } = process.env
  if (!process.argv.includes('--no-way-back'))
    throw new CannotStart(
      'There is no way back from spreading but a backup: read docs/runbooks/cluster.md, make one, and add -- --no-way-back.',
    )
  if (!coordinator || !nodes)
    throw new CannotStart(
      'DATABASE_ADMIN_URL or NODE_ADMIN_URLS is not set: give the coordinator and the other nodes, as their superuser.',
    )
  for (const table of await spread(coordinator, nodes.trim().split(/\s+/)))
    process.stdout.write(`${table}\n`)
})
