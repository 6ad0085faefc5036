import { connect, sql } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { CannotStart } from './platform/process/cannot-start.ts'
import { orSayWhyNot } from './platform/why-not.ts'
import { setFirstCatalogue } from './rounds/set-game.ts'

/** Migrates a database as its owner (DATABASE_OWNER_URL), and fills a new one's catalogue. */

await orSayWhyNot(async () => {
  const ownerUrl = process.env.DATABASE_OWNER_URL
  if (!ownerUrl)
    throw new CannotStart(
      "DATABASE_OWNER_URL is not set: give the owner's connection to the database.",
    )
  const done = await migrate(ownerUrl)
  for (const name of done) process.stdout.write(`${name}\n`)
  // After so much was made, a busy machine may answer slowly.
  const owner = connect(ownerUrl, {
    connections: 1,
    onError: () => undefined,
    slowAnswersMs: 60_000,
  })
  await setFirstCatalogue(owner)
  const spread = await owner.rows(sql`select from pg_extension where extname = 'citus'`)
  await owner.close()
  if (done.length > 0 && spread.length > 0)
    process.stdout.write(
      'Run "npm run spread" again before anything starts (docs/runbooks/cluster.md).\n',
    )
})
