import { once } from 'node:events'
import { type NoteKey, verifierText } from '@pipkin/log'
import { logKeyOf } from '../../server/src/log/log-key.ts'
import { type Database, one, sql } from '../../server/src/platform/database/database.ts'
import { ed25519Key } from '../../server/src/platform/process/ed25519-key.ts'
import { witnessServer } from '../../witness/src/serve-witness.ts'
import { openWitnessStore } from '../../witness/src/witness-store.ts'

const statement = sql`
  select max(generation)::float8 as generation from ledger.generations`

interface OwnWitness {
  /** As `LOG_WITNESSES` names it. */
  readonly address: string
  stop(): Promise<void>
}

/**
 * A witness of this machine's own log, so that its checkpoints are cosigned as in production. It
 * shows that the log takes nothing back as long as the data folder isn't restored; a witness that
 * others run shows more.
 */
export async function startOwnWitness({
  folder,
  log,
  database,
}: {
  /** Where it keeps its key and what it has seen. */
  readonly folder: string
  readonly log: { readonly name: string; readonly secret: string }
  readonly database: Database
}): Promise<OwnWitness> {
  const store = await openWitnessStore(folder)
  const key: NoteKey = {
    name: 'witness.localhost',
    type: 'cosignature',
    ...ed25519Key(store.secret),
  }
  const { generation } = await one(database.rows<{ generation: number }>(statement))
  const { name, secret } = log
  await store.pin(logKeyOf({ name, ...ed25519Key(Buffer.from(secret, 'hex')) }, generation))
  const server = witnessServer({
    store,
    key,
    now: () => new Date(),
    onRefused: () => undefined,
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = address && typeof address === 'object' ? address.port : 0
  return {
    address: `${verifierText(key)} http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
