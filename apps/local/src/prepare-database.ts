import { connect } from '../../server/src/platform/database/database.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { setFirstCatalogue } from '../../server/src/rounds/set-game.ts'
import { makeLogins } from './postgres/make-logins.ts'
import type { Postgres } from './postgres/start-postgres.ts'

/**
 * Brings the machine's database to the newest schema, with its logins, and fills a new one's
 * catalogue.
 */
export async function prepareDatabase(postgres: Postgres): Promise<void> {
  await migrate(postgres.ownerUrl)
  const owner = connect(postgres.ownerUrl, { connections: 1, onError: () => undefined })
  try {
    await makeLogins(owner)
    await setFirstCatalogue(owner)
  } finally {
    await owner.close()
  }
}
