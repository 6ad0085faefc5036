import { spread } from './platform/database/spread.ts'

/**
 * Spreads a migrated database over a cluster (docs/runbooks/cluster.md), as the superuser of each
 * node: DATABASE_ADMIN_URL is the coordinator, NODE_ADMIN_URLS the others, with spaces between.
 */

const { DATABASE_ADMIN_URL: coordinator, NODE_ADMIN_URLS: nodes } = process.env
const refuse = (why: string): never => {
  process.stderr.write(`${why}\n`)
  process.exit(1)
}
if (!process.argv.includes('--no-way-back'))
  refuse(
    'There is no way back from spreading but a backup: read docs/runbooks/cluster.md, make one, and add -- --no-way-back.',
  )
if (!coordinator || !nodes)
  refuse(
    'DATABASE_ADMIN_URL or NODE_ADMIN_URLS is not set: give the coordinator and the other nodes, as their superuser.',
  )
else
  for (const table of await spread(coordinator, nodes.trim().split(/\s+/)))
    process.stdout.write(`${table}\n`)
