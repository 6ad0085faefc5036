import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gameOf } from '@pipkin/games'
import { moneyText } from '@pipkin/money'
import type { FastifyInstance } from 'fastify'
import { transactionIdOf } from '../ledger/transaction-id.ts'
import { networkOf } from '../platform/http/client-network.ts'
import type { RateLimit } from '../platform/limits/limit.ts'
import { findRound, type RoundReader } from './find-round.ts'
import type { StoredRound } from './stored-round.ts'

interface ReplayDeps extends RoundReader {
  readonly publicUrl: URL
  /** Of networks: beyond it a page says nothing of its round. */
  readonly pace: RateLimit
}

/**
 * Serves `/rounds/:id`: the web app's page, with what other sites show of a link (Open Graph) where
 * the round has ended. It names no player. A browser keeps a page until its round or the build is
 * another one.
 */
export function serveReplays(
  server: FastifyInstance,
  webDirectory: string,
  { publicUrl, pace, ...reader }: ReplayDeps,
): void {
  server.get<{ Params: { id: string } }>('/rounds/:id', async ({ params, ip, headers }, reply) => {
    const shell = await readFile(join(webDirectory, 'shell.html'), 'utf8')
    const waits = (await pace.take(networkOf(ip))) !== null
    const round = waits ? null : await findRound(reader, 'anyone', params.id)
    const page = round?.end ? printed(shell, round, round.end, publicUrl) : shell
    const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`
    reply.header('cache-control', 'no-cache').header('etag', etag)
    if (headers['if-none-match'] === etag) return reply.code(304).send()
    return reply.type('text/html; charset=utf-8').send(page)
  })
}

function printed(
  shell: string,
  round: StoredRound,
  { payout }: NonNullable<StoredRound['end']>,
  publicUrl: URL,
): string {
  const { title } = gameOf(round.rules).offer
  const said = {
    'og:type': 'website',
    'og:site_name': 'Pipkin',
    'og:title': `A round of ${title}: ${moneyText(round.stake)} fkr returned ${moneyText(payout)}`,
    'og:description': 'See it as it went. Your own browser deals it again and checks its proof.',
    'og:url': new URL(`/rounds/${transactionIdOf(round.player, round.id)}`, publicUrl).href,
    'og:image': new URL('/icons/512.png', publicUrl).href,
  }
  const tags = Object.entries(said).map(
    ([property, content]) => `<meta property="${property}" content="${escaped(content)}">`,
  )
  return shell.replace('</head>', () => `${tags.join('')}</head>`)
}

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
