import { bundleOf, parseTilePath, type TileRequest } from '@pipkin/log'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Database, maybeOne, sql } from '../platform/database/database.ts'
import { entriesIn } from './bundles.ts'
import { readCheckpoint } from './publish-checkpoint.ts'

// Serves no more than the published checkpoint covers: the rest may still grow.
const tileStatement = sql`
  select substring(t.hashes for $3::int * 32) as hashes
  from log.tiles t, log.published p
  where t.level = $1 and t.index = $2 and length(t.hashes) >= $3::int * 32
    and p.size >= ($2::numeric * 256 + $3::int) * 256::numeric ^ $1`

const entriesStatement = sql`
  select b.entries from log.bundles b, log.published p
  where b.number = $1 and p.size >= $1::bigint * 256 + $2::int`

/** More than any log will hold, and small enough that an entry's index is a safe integer. */
const mostIndex = 2 ** 40

const text = 'text/plain; charset=utf-8'
const bytes = 'application/octet-stream'

/**
 * Serves the log as c2sp.org/tlog-tiles says, below `/log`, its key at `/log/key` and the keys of
 * the witnesses that it asks at `/log/witnesses`.
 */
export function serveLog(server: FastifyInstance, database: Database): void {
  server.get('/log/checkpoint', async (_, reply) => {
    const published = await readCheckpoint(database)
    if (!published) return reply.callNotFound()
    return reply.type(text).header('cache-control', 'no-cache').send(published.note)
  })
  server.get('/log/key', async (_, reply) => {
    const published = await readCheckpoint(database)
    if (!published) return reply.callNotFound()
    return reply.type(text).header('cache-control', 'no-cache').send(`${published.verifier}\n`)
  })
  server.get('/log/witnesses', async (_, reply) => {
    const published = await readCheckpoint(database)
    if (!published) return reply.callNotFound()
    const lines = published.witnesses.map((witness) => `${witness}\n`)
    return reply.type(text).header('cache-control', 'no-cache').send(lines.join(''))
  })
  server.get('/log/tile/*', async (request, reply) => {
    const asked = parseTilePath(request.url.replace(/^\/log\//, '').replace(/\?.*$/, ''))
    const found = asked && asked.index < mostIndex ? await readTile(database, asked) : null
    return found ? sendForEver(reply, found) : reply.callNotFound()
  })
}

async function readTile(
  database: Database,
  { level, index, width }: TileRequest,
): Promise<Uint8Array | null> {
  if (level === 'entries') {
    const row = await maybeOne(database.rows<{ entries: Buffer }>(entriesStatement, [index, width]))
    return row ? bundleOf(entriesIn(row.entries, width)) : null
  }
  const row = await maybeOne(
    database.rows<{ hashes: Buffer }>(tileStatement, [level, index, width]),
  )
  return row?.hashes ?? null
}

/** A tile never changes. */
const sendForEver = (reply: FastifyReply, content: Uint8Array): FastifyReply =>
  reply
    .type(bytes)
    .header('cache-control', 'public, max-age=31536000, immutable')
    .send(Buffer.from(content))
