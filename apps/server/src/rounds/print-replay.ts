import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gameOf } from '@pipkin/games'
import { moneyText } from '@pipkin/money'
import { transactionIdOf } from '../ledger/transaction-id.ts'
import { databaseFailure } from '../platform/database/database-failure.ts'
import { networkOf } from '../platform/http/client-network.ts'
import type { RateLimit } from '../platform/limits/limit.ts'
import { findRound, type RoundReader } from './find-round.ts'
import type { StoredRound } from './stored-round.ts'

interface ReplayDeps extends RoundReader {
  /** The built web app. */
  readonly webDirectory: string
  readonly publicUrl: URL
  /** Of networks: beyond it a page says nothing of its round. */
  readonly pace: RateLimit
}

/**
 * Prints the page of a round: the web app's own, with what other sites show of a link (Open Graph)
 * where the round has ended. It names no player. Where the database is away, the app comes alone:
 * it says so itself.
 */
export const printReplay =
  ({ webDirectory, publicUrl, pace, ...reader }: ReplayDeps) =>
  async (id: string, ip: string): Promise<string> => {
    const shell = await readFile(join(webDirectory, 'shell.html'), 'utf8')
    const waits = (await pace.take(networkOf(ip))) !== null
    const round = waits
      ? null
      : await findRound(reader, 'anyone', id).catch((error: unknown) => {
          if (databaseFailure(error)) return null
          throw error
        })
    return round?.end ? printed(shell, round, round.end, publicUrl) : shell
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
