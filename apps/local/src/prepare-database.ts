import { connect, type Queryable, sql } from '../../server/src/platform/database/database.ts'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { setFirstCatalogue } from '../../server/src/rounds/set-game.ts'
import type { Postgres } from './postgres/start-postgres.ts'

/** Migrates the machine's database, adds its logins, and fills a new one's catalogue. */
export async function prepareDatabase(postgres: Pick<Postgres, 'ownerUrl'>): Promise<void> {
  await migrate(postgres.ownerUrl)
  // A first start makes everything at once, so a busy machine may answer slowly.
  const owner = connect(postgres.ownerUrl, {
    connections: 1,
    onError: () => undefined,
    slowAnswersMs: 60_000,
  })
  try {
    await makeLogins(owner)
    await setFirstCatalogue(owner)
  } finally {
    await owner.close()
  }
}

/**
 * Makes the logins of the worker and of the operator, each in its role alone; the cluster comes
 * with the API's. `owner` is the database's owner.
 */
export const makeLogins = async (owner: Queryable): Promise<void> => {
  await owner.rows(sql`
    do $$
    begin
      if not exists (select from pg_roles where rolname = 'pipkin_worker_login') then
        create role pipkin_worker_login login in role pipkin_worker;
        create role pipkin_operator_login login in role pipkin_operator;
      end if;
    end
    $$`)
}
