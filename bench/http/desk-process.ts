import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { deskPort, startDeskProcess } from '../../apps/local/src/desk-process.ts'
import { tokenHash } from '../../apps/server/src/platform/http/cookies.ts'
import { grow } from '../sql/grow.ts'
import { growDesk } from '../sql/grow-desk.ts'
import type { BenchDatabase } from './bench-server.ts'

/** Players' history, and what the back office lists beside it; `onlyListed` as in `grow`. */
export async function fillForDesk(
  database: Pick<BenchDatabase, 'ownerUrl' | 'workerUrl'>,
  players: number,
  say: (line: string) => void,
  onlyListed = false,
): Promise<void> {
  await grow({ ...database, from: 0, players, onlyListed, say })
  await withOwner(database, (owner) => growDesk(owner, players))
}

/** A back office on a database, and what asks it as an operator with every duty. */
export async function openDesk(database: BenchDatabase) {
  const cookie = await withOwner(database, logIn)
  const desk = await startDeskProcess({
    OPERATOR_DATABASE_URL: database.operatorUrl,
    // Always the same: a kept database has what was stored under it.
    FACTOR_KEY: '5e'.repeat(32),
    DESK_PORT: await deskPort(undefined, ''),
    LOG_LEVEL: 'warn',
  })
  return {
    url: desk.url,
    cookie,
    async ask(call: string): Promise<void> {
      const answer = await fetch(`${desk.url}/desk/api/${call}`, { headers: { cookie } })
      if (!answer.ok) throw new Error(`${call}: ${answer.status}`)
      await answer.arrayBuffer()
    },
    stop: () => desk.stop(),
  }
}

/** An operator with every duty, in a new session. Answers the cookie. */
async function logIn(owner: pg.Client): Promise<string> {
  const token = randomBytes(32)
  await owner.query(
    `insert into desk.operators (operator_id, name, email, role, secret, last_step)
     values (1, 'Bench', 'bench@pipkin.example', 'admin', 'x', 0) on conflict do nothing`,
  )
  await owner.query(
    'insert into desk.sessions (token_hash, operator_id, whole) values ($1, 1, true)',
    [tokenHash(token)],
  )
  return `desk=${token.toString('hex')}`
}

async function withOwner<T>(
  { ownerUrl }: Pick<BenchDatabase, 'ownerUrl'>,
  work: (owner: pg.Client) => Promise<T>,
): Promise<T> {
  const owner = new pg.Client(ownerUrl)
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}
