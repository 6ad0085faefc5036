import { inject, onTestFinished, vi } from 'vitest'
import { one, type Queryable, sql } from '../../src/platform/database/database.ts'
import { freshDatabase, type TestDatabase } from './fresh-database.ts'

/** The tables, by whether a new database has rows in them. */
interface Tables {
  readonly empty: readonly string[]
  /** The settings that the migrations make. */
  readonly filled: readonly string[]
}

interface Lendable {
  readonly db: TestDatabase
  readonly tables: Tables
  /** What `fingerprint` was when the database was new. */
  readonly asNew: string
}

/** Databases that no test of this process uses now. */
const idle: Lendable[] = []

/**
 * A database for one test, like a new one. Tests of this process take turns with it, since copying
 * a database and connecting to it takes longer than most tests. `close` empties it for the next
 * test, or closes it if the schema or the settings have changed.
 */
export async function borrowDatabase(): Promise<TestDatabase> {
  // A coordinator can't empty its tables without their triggers.
  if (inject('postgres').nodes) return freshDatabase()
  const borrowed = idle.pop() ?? (await newOne())
  let back: Promise<void> | undefined
  return { ...borrowed.db, close: () => (back ??= giveBack(borrowed)) }
}

/** A borrowed database that is given back when the test ends. */
export async function borrowDatabaseForTest(): Promise<TestDatabase> {
  const borrowed = await borrowDatabase()
  onTestFinished(() => borrowed.close())
  return borrowed
}

async function newOne(): Promise<Lendable> {
  const db = await freshDatabase()
  const tables = await tablesOf(db.owner)
  return { db, tables, asNew: await fingerprint(db.owner, tables) }
}

async function giveBack({ db, tables, asNew }: Lendable): Promise<void> {
  const pools = [db.database, db.worker, db.operator, db.owner]
  // What a test leaves running would write into the next test's database.
  await vi.waitUntil(() => pools.every((pool) => pool.use().busy === 0), { timeout: 20_000 })
  await empty(db.owner, tables)
  if ((await fingerprint(db.owner, tables)) === asNew) idle.push({ db, tables, asNew })
  else await db.close()
}

async function tablesOf(owner: Queryable): Promise<Tables> {
  const rows = await owner.rows<{ name: string; isFilled: boolean }>(sql`
    select c.oid::regclass::text as name,
      xmlexists('//row' passing query_to_xml(
        format('select from %s limit 1', c.oid::regclass), true, false, '')) as "isFilled"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')
    order by 1`)
  const named = (filled: boolean) =>
    rows.filter(({ isFilled }) => isFilled === filled).map(({ name }) => name)
  return { empty: named(false), filled: named(true) }
}

/** Turns off triggers and references, which keep what a player has done from being deleted. */
const empty = (owner: Queryable, tables: Tables): Promise<unknown> =>
  owner.rows(
    sql([
      `do $$ declare name text; begin
        set local session_replication_role = replica;
        foreach name in array '{${tables.empty.join(',')}}'::text[]
        loop execute 'delete from ' || name; end loop;
      end $$`,
    ]),
  )

/** Differs if an object of the schema, or a setting, was made, changed or dropped. */
async function fingerprint(owner: Queryable, { filled }: Tables): Promise<string> {
  const { schema, settings } = await one(
    owner.rows<{ schema: string; settings: string }>(
      sql`
      select concat_ws(' ',
          (select sum(xmin::text::bigint) from pg_class where oid >= 16384),
          (select sum(xmin::text::bigint) from pg_attribute where attrelid >= 16384),
          (select sum(xmin::text::bigint) from pg_attrdef where oid >= 16384),
          (select sum(xmin::text::bigint) from pg_constraint where oid >= 16384),
          (select sum(xmin::text::bigint) from pg_policy where oid >= 16384),
          -- Some tests turn a trigger off, and on again.
          (select sum(hashtext(t::text)) from pg_trigger t),
          (select sum(xmin::text::bigint) from pg_proc where oid >= 16384),
          (select sum(xmin::text::bigint) from pg_type where oid >= 16384),
          (select sum(xmin::text::bigint) from pg_namespace where oid >= 16384)) as schema,
        (select md5(string_agg(query_to_xml('table ' || name, true, false, '')::text, ''))
          from unnest($1::text[]) name) as settings`,
      [filled],
    ),
  )
  return `${schema} ${settings}`
}
