import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { freshDatabaseForTest } from '../../../test/database/fresh-database.ts'
import { CannotStart } from '../process/cannot-start.ts'
import { sql } from './database.ts'
import { migrate } from './migrate.ts'

describe('the schema', () => {
  test('is at its newest, and a second run does nothing', async () => {
    const { ownerUrl } = await freshDatabaseForTest()
    expect(await migrate(ownerUrl)).toEqual([])
  })

  test('lets the application read the ledger and nothing more', async () => {
    const { database } = await freshDatabaseForTest()
    await expect(database.rows(sql`select * from ledger.movements`)).resolves.toEqual([])
    await expect(database.rows(sql`update ledger.wallets set deposit = 1`)).rejects.toThrow(
      'permission denied',
    )
    await expect(database.rows(sql`delete from ledger.movements`)).rejects.toThrow(
      'permission denied',
    )
    await expect(
      database.rows(sql`select ledger.post(10000000, gen_random_uuid(), 'win')`),
    ).rejects.toThrow('permission denied')
  })

  test('gives PUBLIC no function of the ledger', async () => {
    const { owner } = await freshDatabaseForTest()
    const open = await owner.rows(sql`
      select p.proname from pg_proc p
      where pronamespace = 'ledger'::regnamespace
        and exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner)))
          where grantee = 0)`)
    expect(open).toEqual([])
  })
})

test('a login that is not the owner’s is refused in a sentence', async () => {
  const { url } = await freshDatabaseForTest()
  await expect(migrate(url)).rejects.toThrow(
    new CannotStart(
      "DATABASE_OWNER_URL must be a login of the database's owner, which may create roles (must be owner of table migrations).",
    ),
  )
})

describe('a migration that has run', () => {
  const ours = fileURLToPath(new URL('../../../migrations', import.meta.url))

  /** A copy of the migrations, of which one file is changed or, by null, taken out. */
  async function migrationsWith(name: string, change: (text: string) => string | null) {
    const folder = await mkdtemp(join(tmpdir(), 'pipkin-migrations-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    await cp(ours, folder, { recursive: true })
    const file = join(folder, `${name}.sql`)
    const changed = change(await readFile(file, 'utf8'))
    if (changed === null) await rm(file)
    else await writeFile(file, changed)
    return folder
  }

  const refusal = (name: string) =>
    `The migration ${name} isn't what ran on this database: put the file back as it was, or start afresh (npm start: delete .data).`

  test('is noticed when it is edited or gone, and line endings count for no edit', async () => {
    const { ownerUrl } = await freshDatabaseForTest()
    const edited = await migrationsWith('0006_rounds', (text) => `${text}-- edited\n`)
    await expect(migrate(ownerUrl, edited)).rejects.toThrow(refusal('0006_rounds'))
    const gone = await migrationsWith('0034_fees', () => null)
    await expect(migrate(ownerUrl, gone)).rejects.toThrow(refusal('0034_fees'))
    const windows = await migrationsWith('0006_rounds', (text) => text.replaceAll('\n', '\r\n'))
    expect(await migrate(ownerUrl, windows)).toEqual([])
  })

  test('is taken as it is by a database that noted none yet, and held to it from then on', async () => {
    const { owner, ownerUrl } = await freshDatabaseForTest()
    await owner.rows(sql`alter table public.migrations drop column checksum`)
    expect(await migrate(ownerUrl)).toEqual([])
    const edited = await migrationsWith('0001_roles', (text) => text.replace('role', 'rôle'))
    await expect(migrate(ownerUrl, edited)).rejects.toThrow(refusal('0001_roles'))
  })
})
