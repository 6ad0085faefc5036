import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { CannotStart } from '../../../server/src/platform/process/cannot-start.ts'
import { orSayWhyNot } from '../../../server/src/platform/why-not.ts'
import { localDataDir } from '../open-database.ts'
import { runHere } from '../run-here.ts'
import { citusBinaries, citusMissing, installedCitus } from './citus.ts'
import { type Cluster, nodeNames, nodeOf, startCluster, takeOver } from './start-cluster.ts'

/**
 * `npm run cluster`: the whole product on a coordinator and two nodes, each with a standby, on this
 * machine. `npm run cluster -- promote NODE`: the node's standby takes over. `npm run cluster --
 * where PLAYER`: the node that has a player.
 */

const dataDir = join(localDataDir(), 'cluster')

async function start(): Promise<void> {
  const native = (await citusBinaries()) ?? installedCitus()
  if (!native) throw new CannotStart(citusMissing)
  const started: Cluster[] = []
  await runHere({
    dataDir,
    async startDatabase() {
      const cluster = await startCluster(native, dataDir)
      started.push(cluster)
      return cluster.postgres
    },
    also: () => [
      ...started.flatMap(({ nodes }) =>
        nodes.map(({ name, leader, standby }) => `${name}: ${leader.pid}, standby ${standby.pid}`),
      ),
      'Kill a node: kill -9 and its process. Then: npm run cluster -- promote and its name.',
    ],
  })
}

async function promote(given: string | undefined): Promise<void> {
  const name = nodeNames.find((one) => one === given)
  if (!name) throw new CannotStart(`Promote which node: ${nodeNames.join(', ')}?`)
  const began = performance.now()
  await takeOver(dataDir, name)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  process.stdout.write(`The standby of ${name} leads since ${seconds} s.\n`)
}

async function where(given: string | undefined): Promise<void> {
  const player = Number(given)
  if (!Number.isInteger(player)) throw new CannotStart('Where is which player? Give an id.')
  process.stdout.write(`${await nodeOf(dataDir, player)}\n`)
}

const [command, given] = process.argv.slice(2)
await orSayWhyNot(async () => {
  if (command === undefined) return start()
  if (command === 'promote') return promote(given)
  if (command === 'where') return where(given)
  throw new CannotStart(`There is no "${command}": there are promote NODE and where PLAYER.`)
})
