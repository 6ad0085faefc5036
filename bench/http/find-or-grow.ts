import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { BenchDatabase, BenchServer } from './bench-server.ts'

interface Wanted {
  readonly server: BenchServer
  /** The database's name, to which a hash of the migrations is added. */
  readonly name: string
  fill(empty: BenchDatabase): Promise<void>
  say(line: string): void
}

/** The kept database of a name, or a new one if the migrations changed. */
export async function findOrGrow({
  server,
  name: wanted,
  fill,
  say,
}: Wanted): Promise<BenchDatabase & { readonly name: string }> {
  const name = `${wanted}_${await schemaHash()}`
  const there = await server.list()
  if (there.includes(name)) {
    say(`${name} is there already`)
    return { ...server.at(name), name }
  }
  for (const old of there.filter((one) => one.startsWith(`${wanted}_`))) {
    say(`${old} was made by other migrations and is dropped`)
    await server.drop(old)
  }
  // Renamed when complete: a run that stops early leaves no half-grown database under the name.
  await fill(await server.make('growing'))
  await server.rename('growing', name)
  return { ...server.at(name), name }
}

/** Eight hex digits that change with any migration. */
async function schemaHash(): Promise<string> {
  const directory = new URL('../../apps/server/migrations/', import.meta.url)
  const hash = createHash('sha256')
  for (const file of (await readdir(directory)).sort())
    hash.update(await readFile(new URL(file, directory)))
  return hash.digest('hex').slice(0, 8)
}
