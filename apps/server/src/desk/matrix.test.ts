import { readdirSync, readFileSync } from 'node:fs'
import { actName, actNames, type Duty } from '@pipkin/contract/desk'
import { type DeskAct, deskContract } from '@pipkin/contract/desk/rules'
import { fkr } from '@pipkin/money'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../../test/database/fresh-database.ts'
import { type OperatorBrowser, type RunningDesk, startDesk } from '../../test/desk/desk.ts'
import { namelessFields } from '../../test/desk/nameless-fields.ts'
import { bringFriend, makePlayer, setCatalogue } from '../../test/players/player.ts'
import { transactionIdOf } from '../ledger/transaction-id.ts'
import { one, sql } from '../platform/database/database.ts'

/** Who may do what, each cell by its call: the table of the requirements, and the database's. */

const roles = ['support', 'cashier', 'games', 'auditor', 'admin'] as const
const duties: Readonly<Record<Duty, readonly string[]>> = {
  see: ['support', 'cashier', 'auditor', 'admin'],
  answer: ['support', 'cashier', 'admin'],
  restrict: ['support', 'cashier', 'admin'],
  pay: ['cashier', 'admin'],
  offer: ['games', 'admin'],
  rule: ['admin'],
  audit: ['auditor', 'admin'],
}

let db: TestDatabase
let desk: RunningDesk
let player: number
let other: number
const browsers = new Map<string, readonly OperatorBrowser[]>()

beforeAll(async () => {
  db = await freshDatabase()
  await setCatalogue(db)
  desk = await startDesk(db)
  player = await makePlayer(db, { deposit: fkr(900_000) })
  other = await makePlayer(db)
  await bringFriend(db, other, player)
  await db.owner.rows(
    sql`
    with opened as (
      insert into support.cases (case_id, player_id) values (999999, $1) returning case_id
    ), written as (
      insert into support.messages (case_id, writer, text) values (999999, 'player', 'Look')
      returning message_id
    )
    insert into support.pictures (picture_id, case_id, message_id, picture)
    select $2, 999999, message_id, 'x' from written`,
    [player, picture],
  )
  await db.owner.rows(
    sql`insert into cashier.addresses (address, player_id) values ('0x' || repeat('a', 40), $1)`,
    [player],
  )
  await db.owner.rows(
    sql`insert into operator.audits (audit_id, audited_to, replayed, findings)
        values ($1, now(), 0, 0)`,
    [picture],
  )
  for (const role of roles)
    browsers.set(role, [await desk.operator(role), await desk.operator(role)])
})
afterAll(async () => {
  await desk.close()
  await db.close()
})

const of = (role: string, which: 0 | 1 = 0): OperatorBrowser => {
  const browser = browsers.get(role)?.[which]
  if (!browser) throw new Error(`no ${role}`)
  return browser
}

/** A payout that waits; above the sum that takes two, unless `amount` says otherwise. */
async function payout(amount = 2_000_000): Promise<string> {
  // A freeze has doubted the wallet.
  await db.owner.rows(sql`update cashier.addresses set doubted_at = null`)
  const { id } = await one(
    db.database.rows<{ id: string }>(
      sql`select cashier.request_withdrawal($1, gen_random_uuid(), $2, '0', null, null)
            ->> 'id' as id`,
      [player, amount],
    ),
  )
  return transactionIdOf(player, id)
}

let made = 0
const reason = 'ticket 7'

/** A case of the player's. */
async function openCase() {
  made += 1
  await db.owner.rows(sql`insert into support.cases (case_id, player_id) values ($1, $2)`, [
    100_000 + made,
    player,
  ])
  return { case: 100_000 + made, seen: null, reason }
}

/** An input of each act that would be done or proposed; what it needs is there. */
const inputs: Readonly<Record<string, () => Promise<object>>> = {
  showContact: async () => ({ player, reason }),
  answerCase: async () => ({ ...(await openCase()), answer: 'It is there.', closes: true }),
  closeCase: openCase,
  assignCase: async () => ({ ...(await openCase()), from: null, operator: of('support').id }),
  noteCase: async () => ({ ...(await openCase()), note: 'Look at the hash.' }),
  freezePlayer: async () => {
    await setFrozen(false)
    return { player, reason }
  },
  unfreezePlayer: async () => {
    await setFrozen(true)
    return { player, reason }
  },
  endSessions: async () => {
    await db.owner.rows(
      sql`insert into players.sessions (token_hash, player_id)
        values (sha256(gen_random_uuid()::text::bytea), $1)`,
      [player],
    )
    return { player, reason }
  },
  lowerLimit: async () => {
    made += 1
    return { player, kind: 'loss', period: 'day', amount: 100_000 - made, reason }
  },
  giveBreak: async () => {
    await db.owner.rows(sql`delete from ledger.breaks`)
    await db.owner.rows(sql`update ledger.wallets set break_until = null`)
    return { player: other, kind: 'timeout', length: '24h', reason }
  },
  noteSafety: async () => ({ player, reason }),
  draftNotice: async () => ({ ...noticeToAll, reason }),
  dropNotice: async () => ({ notice: await draftNotice(), reason }),
  publishNotice: async () => ({ notice: await draftNotice(), reason }),
  endNotice: async () => {
    const notice = await draftNotice()
    await db.owner.rows(sql`update support.notices set published_at = now() where notice_id = $1`, [
      notice,
    ])
    return { notice, reason }
  },
  draftTerms: async () => ({
    ...(await lastTerms()),
    words: 'Be kind.',
    effective: '2026-12-01T00:00:00Z',
    reason,
  }),
  dropTerms: async () => ({ terms: await draftTerms(), reason }),
  publishTerms: async () => ({ terms: await draftTerms(), reason }),
  releasePayout: async () => {
    await setFrozen(false)
    return { transaction: await payout(), reason }
  },
  refusePayout: async () => {
    await setFrozen(false)
    return { transaction: await payout(), reason }
  },
  pausePayouts: async () => {
    await db.owner.rows(sql`update cashier.settings set payouts_paused = false`)
    return { reason }
  },
  resumePayouts: async () => {
    await db.owner.rows(sql`update cashier.settings set payouts_paused = true`)
    return { reason }
  },
  pauseDeposits: async () => {
    await db.owner.rows(sql`update cashier.settings set deposits_paused = false`)
    return { reason }
  },
  resumeDeposits: async () => {
    await db.owner.rows(sql`update cashier.settings set deposits_paused = true`)
    return { reason }
  },
  adjustBalance: async () => {
    made += 1
    return { player, wallet: 'deposit', amount: made, note: 'Put right.', reason }
  },
  changePayoutLimits: async () => {
    made += 1
    return { each: 10_000 + made, day: 50_000, reason }
  },
  changeGas: async () => {
    made += 1
    return { coinPrice: made, mostGwei: 80, reason }
  },
  changeLossBudget: async () => {
    made += 1
    return { amount: 500 + made, reason }
  },
  changeFees: async () => {
    const { Data } = await of('admin').get('readFeeSettings')
    const { version, now } = Data
    return { version, ...now, sendFee: now.sendFee === 300 ? 200 : 300, reason }
  },
  changeReferralTerms: async () => {
    const { Data } = await of('admin').get('readReferralTerms')
    return { ...Data, friend: Data.friend + 1, reason }
  },
  refuseRewards: async () => {
    await db.owner.rows(sql`update referral.friends set decision = 'approved'`)
    return { player, reason }
  },
  approveRewards: async () => {
    await db.owner.rows(sql`update referral.friends set decision = 'refused'`)
    return { player, reason }
  },
  explainTransfer: async () => {
    made += 1
    const hash = `0x${String(made).padStart(64, '0')}`
    await db.owner.rows(
      sql`insert into cashier.transfers (block, log_index, hash, sender, receiver, units)
        values ($1, 0, $2, '0x' || repeat('b', 40), '0x' || repeat('c', 40), 1)`,
      [made, hash],
    )
    return { hash, reason }
  },
  switchGameOn: async () => {
    await db.owner.rows(sql`update ledger.games set is_live = false where game = 2`)
    return { game: 2, reason }
  },
  switchGameOff: async () => {
    await db.owner.rows(sql`update ledger.games set is_live = true where game = 2`)
    return { game: 2, reason }
  },
  draftGame: async () => {
    made += 1
    return { ...(await mines()), minRoundMs: 10_000 + made, reason }
  },
  dropDraft: async () => ({ draft: await draft(), reason }),
  publishGame: async () => ({ draft: await draft(), reason }),
  retireGame: async () => {
    await db.owner.rows(sql`update ledger.games set is_deleted = false where game = 2`)
    return { game: 2, reason }
  },
  putGameBack: async () => {
    await db.owner.rows(sql`update ledger.games set is_deleted = true where game = 2`)
    return { game: 2, reason }
  },
  resetFactor: async () => {
    await db.owner.rows(sql`update players.accounts set has_totp = true where player_id = $1`, [
      player,
    ])
    return { player, reason }
  },
  inviteOperator: async () => {
    made += 1
    return { name: 'Ravi', email: `ravi${made}@pipkin.example`, role: 'support', reason }
  },
  changeRole: async () => ({
    operator: (await desk.operator('games')).id,
    role: 'support',
    reason,
  }),
  closeOperator: async () => ({ operator: (await desk.operator('games')).id, reason }),
  runAudit: async () => {
    await db.owner.rows(sql`delete from operator.audit_requests`)
    return { full: false, reason }
  },
}

/** What the lists are asked that can't do without. */
const queries: Readonly<Record<string, () => string>> = {
  readPlayer: () => `?player=${player}`,
  searchPlayers: () => '?text=Meera',
  readRing: () => `?player=${player}`,
  readMoney: () => '?by=day',
  readHealth: () => '?span=hour',
  listMovements: () => '?kind=deposit',
  listUnderWay: () => '?kind=deposit',
  readGame: () => '?game=2',
  listRounds: () => `?player=${player}`,
  listBreaks: () => '?kind=timeout',
  readPlayerSafety: () => `?player=${player}`,
  readCase: () => '?case=999999',
  readCasePicture: () => `?picture=${picture}`,
  readAudit: () => `?audit=${picture}`,
}

/** What Mines is offered at, as `draftGame` takes it. */
async function mines() {
  const { Data } = await of('games').get('readGame?game=2')
  return { ...Data.terms, game: 2, seen: Data.seen, replaces: Data.draft?.draft ?? null }
}

/** A new draft of Mines; answers its id. */
async function draft(): Promise<string> {
  made += 1
  await of('games').post('draftGame', { ...(await mines()), minRoundMs: 10_000 + made, reason })
  return (await of('games').get('readGame?game=2')).Data.draft!.draft
}

const noticeToAll = {
  replaces: null,
  player: null,
  kind: 'service',
  title: 'A pause',
  words: 'On Sunday.',
  from: '2026-11-01T00:00:00Z',
  until: '2199-01-01T00:00:00Z',
}

/** A new draft of a notice to all players; answers its id. */
async function draftNotice(): Promise<string> {
  await db.owner.rows(sql`delete from support.notices`)
  await of('support').post('draftNotice', { ...noticeToAll, reason })
  return (await of('support').get('listHouseNotices?state=draft')).Data.notices[0]!.id
}

/** The draft of the terms that another replaces. */
async function lastTerms() {
  const [last] = (await of('admin').get('listTerms')).Data
  return { replaces: last?.version === null ? last.id : null }
}

/** A new draft of the terms; answers its id. */
async function draftTerms(): Promise<string> {
  await db.owner.rows(sql`delete from players.terms`)
  await of('admin').post('draftTerms', {
    replaces: null,
    words: 'Be kind.',
    effective: new Date(Date.now() + 86_400_000).toISOString(),
    reason,
  })
  return (await of('admin').get('listTerms')).Data[0]!.id
}

/** The id of a picture, and of an audit. */
const picture = '00000000-0000-4000-8000-000000000000'

const setFrozen = (frozen: boolean) =>
  db.owner.rows(
    sql`
    with account as (
      update players.accounts
        set frozen_by_house = $2, frozen_from = case when $2 then now() end
        where player_id = $1
    )
    update ledger.wallets set frozen = $2 where player_id = $1`,
    [player, frozen],
  )

const kinds = await kindsOfDatabase()

/** Read before the tests, which are made from it. */
async function kindsOfDatabase() {
  const first = await freshDatabase()
  const rows = await first.operator.rows<{ act: DeskAct; duty: Duty; second: string }>(
    sql`select act, duty::text, second::text from desk.kinds order by act`,
  )
  await first.close()
  return rows
}

test('each act of the contract is one of the database, and the other way round', () => {
  const acts = Object.entries(deskContract).flatMap(([name, spec]) => ('act' in spec ? [name] : []))
  expect(kinds.map(({ act }) => act)).toEqual(acts.sort())
  expect(Object.keys(inputs).sort()).toEqual(acts.sort())
})

test('the runbook has each act by its name, at its duty, and says where it takes two people', () => {
  const runbook = readFileSync('docs/runbooks/operator.md', 'utf8')
  const said = [...runbook.matchAll(/^- `(\w+)`: ((?:.|\n {2})+)$/gm)].flatMap(
    ([, duty, names = '']) =>
      names
        .replaceAll('\n ', '')
        .replaceAll('\\', '')
        .split(', ')
        .map((name) => `${duty}: ${name}`),
  )
  const mark = (second: string) => ({ never: '', always: '*' })[second] ?? '°'
  expect(said.sort()).toEqual(
    kinds.map(({ act, duty, second }) => `${duty}: ${actName(act)}${mark(second)}`).sort(),
  )
})

test('each act that is kept has a name, and no two the same', () => {
  const migrations = readdirSync('apps/server/migrations')
  const kept = migrations.flatMap((file) => {
    const text = readFileSync(`apps/server/migrations/${file}`, 'utf8')
    return [...text.matchAll(/perform (?:operator\.)?record\(([^;]*);/g)].flatMap(([, given]) =>
      [...(given ?? '').matchAll(/'([a-z]+[A-Z]\w*|enter|propose)'/g)].map(([, act]) => act),
    )
  })
  expect(kept.length).toBeGreaterThan(40)
  for (const act of [...kept, ...kinds.map(({ act }) => act)]) expect(actNames).toHaveProperty(act!)
  expect(new Set(Object.values(actNames)).size).toBe(Object.keys(actNames).length)
})

test('the roles have the duties of the requirements, and no other', async () => {
  const rows = await db.operator.rows<{ role: string; duty: string }>(
    sql`select role::text, duty::text from desk.duties`,
  )
  const kept = rows.map(({ role, duty }) => `${role} ${duty}`).sort()
  expect(kept).toEqual(
    Object.entries(duties)
      .flatMap(([duty, those]) => those.map((role) => `${role} ${duty}`))
      .sort(),
  )
})

test.each([
  'readMoney?by=day&before=',
  'listMovements?kind=deposit&by=day&start=',
  'listGameRounds?of=ended&span=day&since=',
  'listUnlocked?day=',
  'listActs?from=',
  'listActs?to=',
] as const)('a day of the year 0, which PostgreSQL lacks, is refused by %s', async (asked) => {
  const answer = async (day: string) => (await of('admin').get(`${asked}${day}`)).status
  expect([await answer('0000-12-31'), await answer('0001-01-01')]).toEqual([400, 200])
})

// On a cluster each call is asked once: no player's row says who may.
describe.each(inject('postgres').nodes ? ['admin'] : roles)('%s', (role) => {
  const may = (duty: Duty) => duties[duty].includes(role)

  test.each(kinds)('DESK-12 $act ($duty, takes two: $second)', async ({ act, duty, second }) => {
    const input = await inputs[act]?.()
    const answer = await of(role).post(act, input)
    if (!may(duty)) {
      expect(answer).toMatchObject({ status: 403, Status: false })
      // The same for what there isn't: the role is judged before the id and the input.
      expect((await of(role).post(act, {})).status).toBe(403)
      return
    }
    expect(answer).toMatchObject({ status: 200, Status: true })
    const { proposal } = { proposal: null, ...answer.Data }
    if (second === 'never') {
      expect(proposal).toBeNull()
      return
    }
    // No one approves their own.
    expect(proposal).toMatch(/^[0-9a-f-]{36}$/)
    expect(await of(role).post('approveProposal', { proposal, reason })).toMatchObject({
      status: 403,
      Message: 'Another person has to approve what you proposed.',
    })
    // Another with the duty does; another without it doesn't.
    for (const other of roles) {
      const decided = await of(other, 1).post('approveProposal', { proposal, reason })
      if (duties[duty]?.includes(other)) {
        expect(decided).toMatchObject({ status: 200, Status: true })
        break
      }
      expect(decided.status).toBe(403)
    }
    // Who approved an invitation may do it once more, for its link (way-in.test.ts).
    const late = act === 'inviteOperator' ? 'refuseProposal' : 'approveProposal'
    expect(await of('admin', 1).post(late, { proposal, reason })).toMatchObject({
      Status: false,
      Message: 'This is decided already.',
    })
  })

  const lists = Object.entries(deskContract).flatMap(([name, spec]) =>
    'duty' in spec ? [{ name, duty: spec.duty }] : [],
  )
  test.each(lists)('$name ($duty)', async ({ name, duty }) => {
    const query = queries[name]?.() ?? ''
    const answer = await of(role).get(`${name}${query}`)
    expect(answer.status).toBe(may(duty) ? 200 : 403)
  })
})

test('each field that acts keep has a name', async () => {
  // Those above have done each act.
  expect(await namelessFields(db)).toEqual([])
})

test('without a session neither the input nor the id is judged', async () => {
  for (const [name, { call, session }] of Object.entries(deskContract)) {
    if (session === 'none') continue
    const answer =
      call.method === 'GET'
        ? await desk.browser().get(`${name}?player=x`)
        : await desk.browser().post(name, { nonsense: true })
    expect(answer.status).toBe(401)
  }
})
