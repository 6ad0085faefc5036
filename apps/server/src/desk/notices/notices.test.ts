import { fkr } from '@pipkin/money'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { httpClient } from '../../../test/calls/http-client.ts'
import { waitBehind } from '../../../test/database/wait-behind.ts'
import { type OperatorBrowser, type RunningDesk, startDesk } from '../../../test/desk/desk.ts'
import {
  openAround,
  type RunningServer,
  type SignedIn,
  serve,
} from '../../../test/processes/running-server.ts'
import { placeBet, playSlot } from '../../../test/rounds/play.ts'
import { one, type Queryable, sql } from '../../platform/database/database.ts'

/** What operators say to players, and the terms that players accept. */

let server: RunningServer
/** A second API process on the same database. */
let second: RunningServer
let desk: RunningDesk
let asha: OperatorBrowser
let ben: OperatorBrowser
const reason = 'ticket 7'

beforeAll(async () => {
  const around = await openAround()
  server = await serve(around)
  second = await serve({ ...around, close: async () => undefined })
  desk = await startDesk(server.db)
  asha = await desk.operator('admin', 'Asha')
  ben = await desk.operator('admin', 'Ben')
})
afterAll(async () => {
  await desk.close()
  await second.close()
  await server.close()
})
afterEach(async () => {
  const { owner } = server.db
  await owner.rows(sql`delete from support.notices`)
  await owner.rows(sql`delete from players.terms_accepted`)
  await owner.rows(sql`delete from players.terms`)
  await owner.rows(sql`delete from desk.proposals`)
})

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

interface Told {
  readonly player?: number | null
  readonly kind?: 'service' | 'offer'
  readonly title?: string
  readonly words?: string
  readonly from?: string
  readonly until?: string
  readonly replaces?: string | null
}

/** A draft; answers its id. */
async function draft(told: Told = {}): Promise<string> {
  const before = await drafts()
  const answer = await asha.post('draftNotice', {
    replaces: null,
    player: null,
    kind: 'service',
    title: 'A pause',
    words: 'On Sunday from 3 to 4.',
    from: inHours(-1),
    until: inHours(24),
    reason,
    ...told,
  })
  expect(answer.Message).toBe('Done')
  const made = (await drafts()).find((id) => !before.includes(id))
  if (!made) throw new Error('no draft was made')
  return made
}
const drafts = async () =>
  (await asha.get('listHouseNotices?state=draft')).Data.notices.map(({ id }) => id)

/** Publishes a draft, by two where it takes two. */
async function publish(notice: string) {
  const answer = await asha.post('publishNotice', { notice, reason })
  const { proposal = null } = answer.Status ? answer.Data : {}
  return proposal === null ? answer : ben.post('approveProposal', { proposal, reason })
}

interface Notices {
  Data: { kind: string; title?: string; text: string; read: boolean }[]
  Unread: number
}
const noticesOf = async (player: SignedIn) =>
  (await player.send(`notifications?User_Id=${player.id}`, {})).body as unknown as Notices
const toldOf = async (player: SignedIn) =>
  (await noticesOf(player)).Data.filter(({ kind }) => kind === 'house').map(({ title }) => title)
const states = async (state: string) =>
  (await asha.get(`listHouseNotices?state=${state}`)).Data.notices.map(({ title }) => title)

test('a notice to one is an act alone; only that player sees it, until it ends', async () => {
  const [player, other] = [await server.player(), await server.player()]
  const words = '<img src=x onerror=alert(1)>\n=1+1'
  const notice = await draft({ player: player.id, title: '<b>Hello</b>', words })
  expect(await toldOf(player)).toEqual([])
  expect((await asha.post('publishNotice', { notice, reason })).Data.proposal).toBeNull()
  expect((await noticesOf(player)).Data[0]).toMatchObject({
    kind: 'house',
    title: '<b>Hello</b>',
    text: words,
    read: false,
  })
  expect(await toldOf(other)).toEqual([])
  await player.post('readNotifications', { User_Id: player.id })
  expect((await noticesOf(player)).Unread).toBe(0)
  expect(await states('live')).toEqual(['<b>Hello</b>'])
  expect((await asha.post('endNotice', { notice, reason })).Status).toBe(true)
  expect(await toldOf(player)).toEqual([])
  expect(await states('ended')).toEqual(['<b>Hello</b>'])
  // Who looked at it before the colleague ended it reads that it has ended, not that it is gone.
  expect((await asha.post('endNotice', { notice, reason })).Message).toBe('It is so already.')
  for (const act of ['publishNotice', 'dropNotice'] as const)
    expect((await asha.post(act, { notice, reason })).Message).toBe(
      'There is no such draft any more: load the page again.',
    )
  // Acts stay for ever, so they leave out words to one player.
  const acts = await server.db.owner.rows<{ kept: string }>(
    sql`select coalesce(before::text, '') || after::text as kept from operator.acts
      where about = $1`,
    [String(player.id)],
  )
  expect(acts).toHaveLength(3)
  for (const { kept } of acts) expect(kept).not.toContain('Hello')
})

test('DESK-41 a notice to all takes a second person, who sees its words; what was proposed is published', async () => {
  const player = await server.player()
  const first = await draft({ title: 'First' })
  const proposers = async () =>
    (await asha.get('listHouseNotices?state=draft')).Data.notices.map(({ proposer }) => proposer)
  expect(await proposers()).toEqual([null])
  const { proposal } = (await asha.post('publishNotice', { notice: first, reason })).Data
  expect(proposal).toEqual(expect.any(String))
  expect(await proposers()).toEqual(['Asha'])
  expect(await toldOf(player)).toEqual([])
  const { proposals } = (await ben.get('listProposals')).Data
  const waiting = proposals.find((row) => row.proposal === proposal)
  expect(waiting?.changes).toContainEqual({
    what: 'Text',
    before: null,
    after: 'On Sunday from 3 to 4.',
  })
  expect(waiting?.changes).toContainEqual({
    what: 'Until',
    before: null,
    after: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC$/),
  })
  // Its id says nothing to who decides.
  expect(waiting?.changes.map(({ what }) => what)).not.toContain('Notice')
  expect(waiting?.details).toEqual([{ what: 'Notice', before: null, after: first }])
  // The draft is replaced between proposal and approval.
  const replaced = await draft({ title: 'Second', replaces: first })
  expect(await proposers()).toEqual([null])
  const left = (await ben.get('listProposals')).Data.proposals
  expect(left.map((row) => row.proposal)).not.toContain(proposal)
  expect((await ben.post('approveProposal', { proposal, reason })).Message).toBe(
    'There is no such draft any more: load the page again.',
  )
  expect((await asha.post('approveProposal', { proposal, reason })).status).toBe(403)
  expect((await publish(replaced)).Status).toBe(true)
  expect(await toldOf(player)).toEqual(['Second'])
  expect(await states('draft')).toEqual([])
})

test('a draft whose answer was lost is kept once, also in place of another', async () => {
  const told = {
    ...{ player: null, kind: 'service', title: 'A pause', words: 'On Sunday.', reason },
    ...{ from: inHours(-1), until: inHours(24) },
  } as const
  const keep = async (words: string, replaces: string | null) => {
    const { Message } = await asha.post('draftNotice', { ...told, words, replaces })
    return [Message, await drafts()] as const
  }
  const [, [first = '']] = await keep('On Sunday.', null)
  expect(await keep('On Sunday.', null)).toEqual(['Done', [first]])
  const [, [second]] = await keep('On Monday.', first)
  expect(second).not.toBe(first)
  expect(await keep('On Monday.', first)).toEqual(['Done', [second]])
  expect(await keep('On Tuesday.', first)).toEqual([
    'There is no such draft any more: load the page again.',
    [second],
  ])
})

test('a scheduled notice is shown from its time; one whose time is over can’t be published', async () => {
  const player = await server.player()
  const notice = await draft({ from: inHours(1), until: inHours(2) })
  await publish(notice)
  expect(await states('scheduled')).toEqual(['A pause'])
  expect(await toldOf(player)).toEqual([])
  await server.db.owner.rows(sql`update support.notices set from_at = from_at - interval '1 hour'`)
  expect(await toldOf(player)).toEqual(['A pause'])
  expect(await states('live')).toEqual(['A pause'])
  const late = await draft({ title: 'Late' })
  await server.db.owner.rows(
    sql`update support.notices set until_at = now() where notice_id = $1`,
    [late],
  )
  expect((await asha.post('publishNotice', { notice: late, reason })).Message).toBe(
    'It ends before it begins, or is over already: give it a later end.',
  )
  const wrongly = async (wrong: object) => {
    const { Status, Message } = await asha.post('draftNotice', {
      ...{ replaces: null, player: null, kind: 'service', title: 'T', words: 'W' },
      ...{ from: inHours(0), until: inHours(1), reason },
      ...wrong,
    })
    return [Status, Message]
  }
  expect(await wrongly({ from: inHours(2), until: inHours(1) })).toEqual([
    false,
    'It ends before it begins, or is over already: give it a later end.',
  ])
  for (const wrong of [
    { title: 'two\nlines' },
    { words: '' },
    { title: 'x'.repeat(81) },
    // A form takes it, the server without its spaces doesn't.
    { reason: 'ok ' },
  ])
    expect(await wrongly(wrong)).toEqual([
      false,
      'A field is too short, too long or of another form: check what you typed.',
    ])
})

test('DESK-42 no offer reaches who is on a break, also one that was scheduled before the break', async () => {
  const [player, excluded] = [await server.player(), await server.player()]
  await publish(await draft({ kind: 'offer', title: 'Offer', from: inHours(1) }))
  await publish(await draft({ title: 'Service' }))
  await excluded.post('takeBreak', { kind: 'exclusion', length: '6m' })
  await server.db.owner.rows(
    sql`update support.notices set from_at = clock_timestamp() - interval '1 second'
      where kind = 'offer'`,
  )
  expect((await toldOf(player)).sort()).toEqual(['Offer', 'Service'])
  expect(await toldOf(excluded)).toEqual(['Service'])
  expect((await noticesOf(excluded)).Unread).toBe(2)
  // Nor is an offer to that player alone published.
  const alone = await draft({ kind: 'offer', player: excluded.id })
  expect((await asha.post('publishNotice', { notice: alone, reason })).Message).toBe(
    'The player is on a break and gets no offers.',
  )
})

test('DESK-43 a notice to an account that is closed: refused, and gone with the account', async () => {
  const player = await server.player({ deposit: fkr(0) })
  const shown = await draft({ player: player.id, title: 'Shown' })
  await publish(shown)
  const waiting = await draft({ player: player.id, title: 'Waiting' })
  // What closing an account does.
  await server.db.owner.rows(
    sql`update players.accounts set closed_at = now(), mobile = null, email = null
      where player_id = $1`,
    [player.id],
  )
  expect((await asha.post('publishNotice', { notice: waiting, reason })).Message).toBe(
    'The account is closed.',
  )
  await server.db.database.rows(sql`select support.forget($1)`, [player.id])
  expect((await asha.post('publishNotice', { notice: waiting, reason })).Message).toBe(
    'There is no such draft any more: load the page again.',
  )
  expect(
    (
      await asha.post('draftNotice', {
        ...{ replaces: null, player: player.id, kind: 'service', title: 'T', words: 'W' },
        ...{ from: inHours(0), until: inHours(1), reason },
      })
    ).Message,
  ).toBe('The account is closed.')
  expect(await server.db.owner.rows(sql`select from support.notices`)).toEqual([])
})

test('DESK-43 a notice that is published while the account is being closed: neither waits for the other', async () => {
  const player = await server.player({ deposit: fkr(0) })
  const notice = await draft({ player: player.id, title: 'Waiting' })
  // Locks in the order in which an account is closed.
  const account = sql`select from players.accounts where player_id = $1 for no key update`
  const closing = {
    by: server.db.database,
    first: ({ rows }: Queryable) => rows(account, [player.id]),
    last: ({ rows }: Queryable) => rows(sql`select support.forget($1)`, [player.id]),
  }
  const published = await waitBehind(server.db, closing, () =>
    asha.post('publishNotice', { notice, reason }),
  )
  expect(published.Message).toBe('There is no such draft any more: load the page again.')
})

const isCluster = inject('postgres').nodes !== undefined
// One database transaction can't be two roles at a node.
test.skipIf(isCluster)('after a restore no offer goes on', async () => {
  const player = await server.player()
  await publish(await draft({ kind: 'offer', title: 'Offer' }))
  await publish(await draft({ kind: 'offer', title: 'Later', from: inHours(1) }))
  await publish(await draft({ title: 'Service' }))
  const undo = new Error('taken back')
  await expect(
    server.db.owner.transaction(async (inside) => {
      await inside.rows(sql`select operator.after_restore('Asha', 'ticket 7')`)
      expect(await inside.rows(sql`select title from support.notices_of($1)`, [player.id])).toEqual(
        [{ title: 'Service' }],
      )
      throw undo
    }),
  ).rejects.toBe(undo)
})

// The terms

const draftTerms = (words: string, effective: string, replaces: string | null = null) =>
  asha.post('draftTerms', { replaces, words, effective, reason })

/** Publishes terms by two people; answers their id. */
async function publishTerms(words: string, effective: string, replaces?: string): Promise<string> {
  expect((await draftTerms(words, effective, replaces)).Message).toBe('Done')
  const [made] = (await asha.get('listTerms')).Data
  const { proposal } = (await asha.post('publishTerms', { terms: made?.id, reason })).Data
  expect((await ben.post('approveProposal', { proposal, reason })).Message).toBe('Done')
  return made?.id ?? ''
}

const address = (player: SignedIn) => `0x${String(player.id).padStart(40, 'a')}`
const link = (player: SignedIn) =>
  server.db.owner.rows(
    sql`insert into cashier.addresses (address, player_id, linked_at)
      values ($1, $2, now() - interval '2 days') on conflict do nothing`,
    [address(player), player.id],
  )
const deposit = (player: SignedIn, key: string) => {
  const transactionData = {
    ...{ userId: player.id, fromAdr: address(player), amount: 500 },
    ...{ Method: 'fkr', StatusMsg: 'Deposit' },
  }
  return player.post('paymentDeposit', { transactionData }, { 'Idempotency-Key': key })
}
const verified = async (player: SignedIn) =>
  (await player.post('verify-user', { id: player.id })).body
const isAsked = async (player: SignedIn) => (await verified(player)).New_Terms === true

test('DESK-44 from their date on no money comes in before the terms are accepted; it always goes out', async () => {
  const [player, sender] = [await server.player(), await server.player()]
  await link(player)
  expect(await isAsked(player)).toBe(false)
  await placeBet(player, 2)
  const terms = await publishTerms('Be kind.', inHours(1))
  // They are asked for before their date, and hold no money back until then.
  expect(await isAsked(player)).toBe(true)
  expect(await verified(player)).not.toHaveProperty('Terms_Due')
  expect((await deposit(player, 'before')).body.Status).toBe(true)
  await server.db.owner.rows(
    sql`update players.terms set effective_at = effective_at - interval '1 hour'`,
  )
  // The form says so before it asks the wallet.
  expect(await verified(player)).toHaveProperty('Terms_Due', true)
  // What was asked for before isn't pulled: the worker judges as the call does.
  const stopped = await one(
    server.db.owner.rows(sql`select ledger.deposit_refusal($1, 100, 0) as answer`, [player.id]),
  )
  expect(stopped).toEqual({ answer: { refusal: 'termsDue' } })
  await server.db.owner.rows(sql`update cashier.operations set state = 'rejected'`)
  expect((await deposit(player, 'a')).body).toMatchObject({
    Status: false,
    Message: 'Please read and accept the new terms first',
  })
  const send = { senderId: sender.id, transferAmount: 10, receiverId: player.id }
  await sender.post('acceptTerms', { terms })
  expect((await sender.post('walletTransfer', send)).body.Message).toBe(
    "This player can't receive this amount now",
  )
  // Rounds go on, and money leaves.
  await playSlot(player)
  expect(
    (
      await player.post('paymentWithdrawal', {
        ...{ userId: player.id, amount: 50, Method: 'fkr', StatusMsg: 'Withdraw' },
      })
    ).body.Status,
  ).toBe(true)
  expect(await accept(player, terms)).toBe(true)
  expect(await isAsked(player)).toBe(false)
  expect(await verified(player)).not.toHaveProperty('Terms_Due')
  // Under the key that was refused: the wallet has approved it, and the browser reports it again.
  expect((await deposit(player, 'a')).body.Status).toBe(true)
  expect((await sender.post('walletTransfer', send)).body.Status).toBe(true)
})

const accept = async (player: { post: SignedIn['post'] }, terms: string) =>
  (await player.post('acceptTerms', { terms })).body.Status

test('DESK-45 accepted at the same moment over two processes, it is written down once', async () => {
  const player = await server.player()
  const terms = await publishTerms('Be kind.', inHours(-1))
  const there = httpClient(second.url, new Map(player.cookies))
  const answers = await Promise.all(
    [player, there, player, there].map((browser) => accept(browser, terms)),
  )
  expect(answers).toEqual([true, true, true, true])
  const { accepted } = (await asha.get(`listAccepted?player=${player.id}`)).Data
  expect(accepted).toMatchObject([{ player: player.id, name: 'Meera Nair', version: 2 }])
  expect((await asha.get(`readPlayerSafety?player=${player.id}`)).Data.terms).toBe(2)
})

test('DESK-46 what was read is what is accepted: older terms, a draft and a number are not', async () => {
  const player = await server.player()
  const older = await publishTerms('Be kind.', inHours(-1))
  const newer = await publishTerms('Be kinder.', inHours(-1))
  await draftTerms('Be kindest.', inHours(1))
  const [unpublished] = (await asha.get('listTerms')).Data
  for (const other of [older, unpublished?.id ?? '', '3', newer.replace(/.$/, '0')])
    if (other !== newer)
      expect((await player.post('acceptTerms', { terms: other })).body.Message).toBe(
        'There are newer terms: please read them first',
      )
  expect(await isAsked(player)).toBe(true)
  expect(await accept(player, newer)).toBe(true)
  expect(await isAsked(player)).toBe(false)
  const { current, coming } = (await player.send('terms', {})).body.Data as never
  expect(current).toMatchObject({ version: 3, words: 'Be kinder.' })
  expect(coming).toBeNull()
  // A version never takes effect before the one before it.
  await publishTerms('Later.', inHours(48), unpublished?.id)
  await draftTerms('Sooner.', inHours(1))
  const [sooner] = (await asha.get('listTerms')).Data
  expect((await asha.post('publishTerms', { terms: sooner?.id, reason })).Message).toBe(
    'The version before it takes effect later: give it a later date.',
  )
  expect((await asha.post('dropTerms', { terms: sooner?.id, reason })).Status).toBe(true)
})

test('DESK-52 terms that would take effect in more than a year are not published: none come before them', async () => {
  // A year with a 29 February has 366 days.
  await draftTerms('Far.', inHours(367 * 24))
  const [far] = (await asha.get('listTerms')).Data
  expect((await asha.post('publishTerms', { terms: far?.id, reason })).Message).toBe(
    'It would take effect in more than a year: give it an earlier date.',
  )
})

test('DESK-22 a draft of terms replaces only the one that its author has seen', async () => {
  await draftTerms('Be kind.', inHours(1))
  const first = (await asha.get('listTerms')).Data[0]!.id
  const changed = 'The draft has changed since you looked: look at it first, then draft it again.'
  expect((await draftTerms('Be kinder.', inHours(1))).Message).toBe(changed)
  expect((await draftTerms('Be kinder.', inHours(1), first)).Message).toBe('Done')
  expect((await draftTerms('Be kindest.', inHours(1), first)).Message).toBe(changed)
  expect((await asha.get('listTerms')).Data).toMatchObject([{ words: 'Be kinder.' }])
})

test('a draft of terms whose answer was lost is kept once, also in place of another', async () => {
  const at = inHours(1)
  const keep = async (words: string, replaces: string | null) => {
    const { Message } = await draftTerms(words, at, replaces)
    return [Message, (await asha.get('listTerms')).Data.map(({ id }) => id)] as const
  }
  const changed = 'The draft has changed since you looked: look at it first, then draft it again.'
  const [, [first = '']] = await keep('Be kind.', null)
  expect(await keep('Be kind.', null)).toEqual(['Done', [first]])
  const [, [second]] = await keep('Be kinder.', first)
  expect(second).not.toBe(first)
  expect(await keep('Be kinder.', first)).toEqual(['Done', [second]])
  const bens = await ben.post('draftTerms', {
    ...{ replaces: first, words: 'Be kinder.', effective: at, reason },
  })
  expect(bens.Message).toBe(changed)
})

test('each version says how many have accepted it', async () => {
  const players = [await server.player(), await server.player(), await server.player()]
  const older = await publishTerms('Be kind.', inHours(-1))
  await Promise.all(players.map((player) => accept(player, older)))
  const newer = await publishTerms('Be kinder.', inHours(-1))
  await accept(players[0]!, newer)
  await accept(players[0]!, newer)
  const versions = (await asha.get('listTerms')).Data
  expect(versions.map(({ version, accepted }) => [version, accepted])).toEqual([
    [3, 1],
    [2, 3],
  ])
})

test('who signs up has agreed to what was shown: not to terms of the last hour', async () => {
  await publishTerms('Be kind.', inHours(-1))
  expect(await isAsked(await server.player())).toBe(true)
  await server.db.owner.rows(
    sql`update players.terms set effective_at = now() - interval '61 minutes'`,
  )
  expect(await isAsked(await server.player())).toBe(false)
})
