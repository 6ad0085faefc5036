import type pg from 'pg'

/**
 * The reference: TPC-B as pgbench knows it, over the driver that the server uses. It has enough
 * branches that transactions don't wait for them.
 */
export const branches = 64
const accountsABranch = 10_000
export const tellers = branches * 10
export const accounts = branches * accountsABranch

const schema = `
  drop schema if exists tpc_b cascade;
  create schema tpc_b;
  create table tpc_b.branches (bid int primary key, bbalance int not null) with (fillfactor = 50);
  create table tpc_b.tellers (tid int primary key, bid int not null,
    tbalance int not null) with (fillfactor = 50);
  create table tpc_b.accounts (aid int primary key, bid int not null, abalance int not null,
    filler char(84)) with (fillfactor = 90);
  create table tpc_b.history (tid int, bid int, aid int, delta int, mtime timestamp,
    filler char(22));
  insert into tpc_b.branches select n, 0 from generate_series(1, ${branches}) n;
  insert into tpc_b.tellers select n, (n - 1) / 10 + 1, 0
    from generate_series(1, ${tellers}) n;
  insert into tpc_b.accounts select n, (n - 1) / ${accountsABranch} + 1, 0, ''
    from generate_series(1, ${accounts}) n;`

const statements = [
  { name: 'tpcb-1', text: 'update tpc_b.accounts set abalance = abalance + $1 where aid = $2' },
  { name: 'tpcb-2', text: 'select abalance from tpc_b.accounts where aid = $1' },
  { name: 'tpcb-3', text: 'update tpc_b.tellers set tbalance = tbalance + $1 where tid = $2' },
  { name: 'tpcb-4', text: 'update tpc_b.branches set bbalance = bbalance + $1 where bid = $2' },
  {
    name: 'tpcb-5',
    text: 'insert into tpc_b.history (tid, bid, aid, delta, mtime) values ($1, $2, $3, $4, current_timestamp)',
  },
] as const

/** Makes the tables of TPC-B and fills them. */
export async function loadTpcB(owner: pg.Pool): Promise<void> {
  await owner.query(schema)
  await owner.query('vacuum analyze tpc_b.accounts')
  await owner.query('create table if not exists tpc_b.commits (at timestamptz)')
}

/** One database transaction of five statements. Chance is fine here: it only spreads the rows. */
export async function tpcB(pool: pg.Pool): Promise<void> {
  const any = (most: number) => 1 + Math.floor(Math.random() * most)
  const [account, teller, branch, delta] = [
    any(accounts),
    any(tellers),
    any(branches),
    any(10_000) - 5_000,
  ]
  const values = [
    [delta, account],
    [account],
    [delta, teller],
    [delta, branch],
    [teller, branch, account, delta],
  ]
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (const [place, statement] of statements.entries())
      await client.query({ ...statement, values: values[place] ?? [] })
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** The least that a durable write costs: one row, one commit. */
export async function emptyCommit(pool: pg.Pool): Promise<void> {
  await pool.query({ name: 'commit', text: 'insert into tpc_b.commits values (now())' })
}
