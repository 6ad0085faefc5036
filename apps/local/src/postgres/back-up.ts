import { execFile } from 'node:child_process'
import { chown, mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

/**
 * Copies a running cluster as `pg_basebackup` does, with the same functions of the server: begin
 * the backup, copy the files while they change, end it, and add the WAL of the changes. A slot
 * keeps the WAL until it is copied. `url` is a superuser's; the cluster is at `postgres/cluster` in
 * both folders. Resolves when the copy is complete.
 */
export async function backUp(url: string, from: string, to: string): Promise<void> {
  const [source, copy] = [from, to].map((folder) => join(folder, 'postgres', 'cluster')) as [
    string,
    string,
  ]
  await mkdir(join(to, 'postgres'), { recursive: true })
  const session = new pg.Client(url)
  await session.connect()
  try {
    await session.query(`select pg_create_physical_replication_slot('back_up', true)`)
    await session.query(`select pg_backup_start('a test', true)`)
    await copyFiles(source, copy)
    const stopped = await session.query(`select labelfile from pg_backup_stop(false)`)
    await rm(join(copy, 'pg_wal'), { recursive: true })
    await copyFiles(join(source, 'pg_wal'), join(copy, 'pg_wal'))
    const label = join(copy, 'backup_label')
    await writeFile(label, stopped.rows[0].labelfile)
    const { uid, gid } = await stat(copy)
    await chown(label, uid, gid)
    for (const left of ['postmaster.pid', 'postmaster.opts', 'pg_replslot/back_up'])
      await rm(join(copy, left), { recursive: true, force: true })
  } finally {
    await session.query(`select pg_drop_replication_slot('back_up')`).finally(() => session.end())
  }
}

/** Keeps owners and rights. Ignores a file that vanishes meanwhile: the WAL has its removal. */
async function copyFiles(from: string, to: string): Promise<void> {
  try {
    await promisify(execFile)('cp', ['-a', from, to])
  } catch (error) {
    const complaints = String(error instanceof Error && 'stderr' in error ? error.stderr : error)
    const real = complaints
      .split('\n')
      .filter((line) => line !== '' && !line.includes('No such file or directory'))
    if (real.length > 0) throw error
  }
}
