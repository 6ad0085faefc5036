import { type Queryable, sql } from '../../../server/src/platform/database/database.ts'

/**
 * The logins of the worker and of the operator, each in its role alone. The API's came with the
 * cluster. Run it as the owner.
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
