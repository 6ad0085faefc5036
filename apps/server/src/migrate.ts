import { connect } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { setFirstCatalogue } from './rounds/set-game.ts'

/** Migrates a database as its owner (DATABASE_OWNER_URL), and fills a new one's catalogue. */

const ownerUrl = process.env.DATABASE_OWNER_URL
if (!ownerUrl) {
  process.stderr.write(
    "DATABASE_OWNER_URL is not set: give the owner's connection to the database.\n",
  )
  process.exit(1)
}
for (const name of await migrate(ownerUrl)) process.stdout.write(`${name}\n`)
const owner = connect(ownerUrl, { connections: 1, onError: () => undefined })
await setFirstCatalogue(owner)
await owner.close()
