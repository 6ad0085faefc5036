import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audit, auditReport } from '../../src/operator/audit/audit.ts'
import { one, sql } from '../../src/platform/database/database.ts'
import { system } from '../../src/platform/process/clock.ts'
import { createPasswords } from '../../src/players/passwords/passwords.ts'
import { rewardWaiting } from '../../src/referral/reward-waiting.ts'
import { httpClient } from '../calls/http-client.ts'
import { endBreak } from '../players/end-break.ts'
import { bringFriend, makePlayer } from '../players/player.ts'
import { type Around, openAround } from '../processes/running-server.ts'
import { type Api, startApi } from '../processes/start-apis.ts'
import { propertySeed } from '../property-seed.ts'
import { seeds } from '../seeds.ts'
import { timesOf } from '../times-of.ts'
import { commands } from './commands.ts'
import { newPerson, type Person, password, type World } from './world.ts'

/**
 * Three players send random commands over TCP to a real server, which is killed now and again. Each
 * answer and balance is compared with the model. A failure prints its seed and the shortest list
 * of commands that still fails; FC_SEED, FC_PATH and FC_REPLAY (the `replayPath` that it prints)
 * repeat it, with rounds that are dealt anew. `npm run model -- --runs 200` runs more commands.
 */

const { FC_PATH, FC_REPLAY, MODEL_RUNS } = process.env
const runs = timesOf('MODEL_RUNS', MODEL_RUNS ?? '3')

let around: Around
let api: Api
let passwordHash: string

beforeAll(async () => {
  around = await openAround({ LINKED_FOR_HOURS: '0', HOLD_HOURS: '0' })
  // A long run brings more friends than a day rewards.
  await around.db.owner.rows(sql`update referral.settings set daily_budget = 1000000000`)
  api = await startApi(around.env)
  passwordHash = await createPasswords(system).hash(password)
})
afterAll(async () => {
  await api.kill()
  await around.close()
})

async function settled(): Promise<void> {
  const asked = sql`
    select from pg_stat_activity
    where datname = current_database() and state = 'active' and pid <> pg_backend_pid()`
  while ((await around.db.owner.rows(asked)).length > 0);
}

const friendSignsIn = async ({ id }: Person) =>
  bringFriend(around.db, id, await makePlayer(around.db))

async function breakEnds({ id }: Person): Promise<void> {
  await endBreak(around.db, id)
  await rewardWaiting(around.db.worker)
}

async function adjust(player: number, wallet: string, amount: bigint): Promise<string | null> {
  const row = await one(
    around.db.owner.rows<{ refusal: string | null }>(
      sql`select desk.adjust_balance('Asha', 'a model', $1, $2, $3, 'Put right.') as refusal`,
      [player, wallet, amount],
    ),
  )
  return row.refusal
}

async function begin() {
  const key = await httpClient(api.url).send('receiptKey', { method: 'GET' })
  const { publicKey } = key.body.Data as { publicKey: string }
  const made = await Promise.all([0, 1, 2].map(() => newPerson(around, api.url, passwordHash)))
  const people = made.map(([, person]) => person)
  const real: World = { api, publicKey, people, settled, friendSignsIn, breakEnds, adjust }
  return { model: { players: made.map(([player]) => player) }, real }
}

test(`RACE-26 after any acts and kills, the ledger is as the model says (seed ${propertySeed})`, async () => {
  const property = fc.asyncProperty(commands(FC_REPLAY), async (list) => {
    await fc.asyncModelRun(begin, list)
  })
  await fc.assert(property, {
    seed: propertySeed,
    numRuns: runs,
    // Otherwise the first lists are short ones.
    unbiased: true,
    endOnFailure: FC_PATH !== undefined,
    ...(FC_PATH === undefined ? {} : { path: FC_PATH }),
  })
  const found = await audit(
    { database: around.db.owner, surroundings: system, seeds },
    { full: true },
  )
  expect(auditReport(found)).not.toContain('WRONG')
}, 3_600_000)
