import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gameOf } from '@pipkin/games'
import { moneyText } from '@pipkin/money'
import { transactionIdOf } from '../../ledger/transaction-id.ts'
import { databaseFailure } from '../../platform/database/database-failure.ts'
import { networkOf } from '../../platform/http/client-network.ts'
import type { RateLimit } from '../../platform/limits/limit.ts'
import { findRound, type RoundReader } from '../find-round.ts'
import type { StoredRound } from '../stored-round.ts'
import { readRoundName } from './name-round.ts'

interface ReplayDeps extends RoundReader {
  /** The built web app. */
  readonly webDirectory: string
  readonly publicUrl: URL
  /** Limits each network's reads: beyond it the page comes without its round. */
  readonly limit: RateLimit
}

/**
 * Prints the page of a round: the web app's own, with what other sites show of a link (Open Graph)
 * where the round has ended. It names the player only where that is the player's wish. Where the
 * database is away, the app comes alone: it says so itself.
 */
export const printReplay =
  ({ webDirectory, publicUrl, limit, ...reader }: ReplayDeps) =>
  async (id: string, ip: string): Promise<string> => {
    const shell = await readFile(join(webDirectory, 'shell.html'), 'utf8')
    const waits = (await limit.take(networkOf(ip))) !== null
    if (waits) return shell
    try {
      const round = await findRound(reader, 'anyone', id)
      if (!round?.end) return shell
      const name = await readRoundName(reader.database, id)
      return printed(shell, { round, end: round.end, name, publicUrl })
    } catch (error) {
      if (databaseFailure(error)) return shell
      throw error
    }
  }

interface Printed {
  readonly round: StoredRound
  readonly end: NonNullable<StoredRound['end']>
  readonly name: string | null
  readonly publicUrl: URL
}

function printed(shell: string, { round, end, name, publicUrl }: Printed): string {
  const whose = name === null ? 'A' : `${name}’s`
  const { title } = gameOf(round.rules).offer
  const said = {
    'og:type': 'website',
    'og:site_name': 'Pipkin',
    'og:title': `${whose} round of ${title}: ${moneyText(round.stake)} fkr returned ${moneyText(end.payout)}`,
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
