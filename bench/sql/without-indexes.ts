import type pg from 'pg'

/** What PostgreSQL itself says of an index, as the statements that take it away and put it back. */
const statements = `
  select case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
              else format('alter table %s drop constraint %I', i.indrelid::regclass,
                c.conname) end as away,
         case when c.oid is null then pg_get_indexdef(i.indexrelid)
              else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname,
                pg_get_constraintdef(c.oid))
         end as back
  from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.conrelid = i.indrelid
  where i.indrelid = any ($1::regclass[])
  order by i.indexrelid`

/**
 * Fills tables and builds their indexes afterwards, keys included: updating them row by row takes
 * many times as long, and the more rows there are, the longer.
 */
export async function withoutIndexes(
  owner: pg.Client,
  tables: readonly string[],
  fill: () => Promise<void>,
  step: (name: string, work: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const { rows } = await owner.query<{ away: string; back: string }>(statements, [tables])
  for (const { away } of rows) await owner.query(away)
  await fill()
  await step(`${rows.length} indexes`, async () => {
    for (const { back } of rows) await owner.query(back)
  })
}
