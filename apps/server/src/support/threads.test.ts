import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { patience } from '../../../../tools/patience.ts'
import { type OperatorBrowser, type RunningDesk, startDesk } from '../../test/desk/desk.ts'
import {
  type RunningServer,
  type SignedIn,
  startServer,
} from '../../test/processes/running-server.ts'
import { one, sql } from '../platform/database/database.ts'
import { forgetVisitors } from './forget-visitors.ts'

/** The inbox from both sides: what players and visitors write, and what operators do with it. */

let server: RunningServer
let desk: RunningDesk
let support: OperatorBrowser
let player: SignedIn
beforeAll(async () => {
  server = await startServer({ PIPKIN_RATE_LIMITS: 'on' })
  desk = await startDesk(server.db)
  support = await desk.operator('support', 'Asha')
})
afterAll(async () => {
  await desk.close()
  await server.close()
})
beforeEach(async () => {
  player = await server.player()
  await server.db.owner.rows(sql`delete from platform.limits where key like 'support visitor%'`)
})

const form = (fields: Readonly<Record<string, unknown>>) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields))
    body.set(name, value instanceof Uint8Array ? new Blob([Buffer.from(value)]) : String(value))
  return { method: 'POST', body }
}
const write = (fields: object = {}, by = player) =>
  by.send('supportMessage', form({ User_Id: by.id, text: 'My round was odd.', ...fields }))
const numberOf = ({ body }: { body: Record<string, unknown> }) =>
  (body.Data as { case: number }).case
const threads = async (by = player) =>
  (await by.send(`supportThreads?User_Id=${by.id}`, {})).body.Data as { case: number }[]
const thread = async (number: number, by = player) =>
  (await by.send(`supportThread?User_Id=${by.id}&case=${number}`, {})).body.Data as {
    state: string
    messages: { answer: boolean; text: string; pictures: string[] }[]
  }
const pictureOf = (id: string, by = player) =>
  by.send(`supportPicture?User_Id=${by.id}&picture=${id}`, {})
const seenIn = async (number: number) =>
  (await support.get(`readCase?case=${number}`)).Data.messages.at(-1)?.id ?? null
/** Answers over what is there, or over the message that was seen last. */
const answer = async (number: number, text: string, closes: boolean, seen?: string | null) =>
  support.post('answerCase', {
    case: number,
    answer: text,
    closes,
    seen: seen === undefined ? await seenIn(number) : seen,
    reason: `case ${number}`,
  })
const visit = (email: string) =>
  fetch(`${server.url}/api/supportVisitor`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ Email_Id: email, text: 'Buy my coins' }),
  })
const png = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: '#f2a33a' } })
const mailsTo = (email: string) =>
  server.db.owner.rows<{ text: string }>(
    sql`select m.text from players.mails q join support.messages m using (message_id)
      where q.email = $1 order by q.asked_at`,
    [email],
  )

test('a message opens a case; it goes to and fro, is answered by mail, closed and opened again', async () => {
  const number = numberOf(await write())
  expect(await threads()).toMatchObject([
    { case: number, state: 'open', words: 'My round was odd.' },
  ])
  const inbox = (await support.get(`listInbox?text=${number}`)).Data.cases
  expect(inbox).toMatchObject([{ case: number, player: player.id, state: 'open', isOurs: false }])

  expect((await answer(number, 'Which round?', false)).Status).toBe(true)
  expect(await thread(number)).toMatchObject({
    state: 'waiting',
    messages: [{ answer: false }, { answer: true, text: 'Which round?' }],
  })
  const notices = await player.send(`notifications?User_Id=${player.id}`, {})
  expect(notices.body).toMatchObject({
    Unread: 2,
    Data: [
      {
        kind: 'support',
        text: `Support has answered case ${number}.`,
        link: `/support?case=${number}`,
      },
      { kind: 'deposit' },
    ],
  })
  await player.post('readNotifications', { User_Id: player.id })
  expect((await player.send(`notifications?User_Id=${player.id}`, {})).body.Unread).toBe(0)

  await write({ case: number, text: 'The last one.' })
  expect((await thread(number)).state).toBe('open')
  await answer(number, 'It checks out: /rounds/1.', true)
  expect((await player.send(`notifications?User_Id=${player.id}`, {})).body).toMatchObject({
    Data: [{ text: `Support has answered case ${number} and closed it.` }, {}, {}],
  })
  expect((await answer(number, 'Again.', true)).Message).toBe('The case is closed already.')
  const { email } = await one(
    server.db.owner.rows<{ email: string }>(
      sql`select email from players.accounts where player_id = $1`,
      [player.id],
    ),
  )
  expect(await mailsTo(email)).toEqual([
    { text: 'Which round?' },
    { text: 'It checks out: /rounds/1.' },
  ])
  await write({ case: number, text: 'I see it otherwise.' })
  expect((await thread(number)).state).toBe('open')
})

test('a case with a message that the operator has not seen is neither answered nor closed', async () => {
  const number = numberOf(await write())
  const seen = await seenIn(number)
  await write({ case: number, text: 'It is the other round.' })
  const reason = `case ${number}`
  const changed = { Message: 'Another message has come meanwhile: read it first, then send again.' }
  for (const old of [null, seen]) {
    expect(await answer(number, 'It checks out.', true, old)).toMatchObject(changed)
    expect(await support.post('closeCase', { case: number, seen: old, reason })).toMatchObject(
      changed,
    )
  }
  const both = await seenIn(number)
  expect((await answer(number, 'Which?', false)).Status).toBe(true)
  // A colleague had the same on screen.
  expect(await answer(number, 'It is not paid.', false, both)).toMatchObject(changed)
  // A colleague's note isn't a newer message of the player.
  await support.post('noteCase', { case: number, note: 'I ask', reason })
  expect((await answer(number, 'And when?', false, await seenIn(number))).Status).toBe(true)
})

test('INBOX-01 a case, a thread or a picture of another is not there; nor are notes', async () => {
  const number = numberOf(await write({ picture: await png().png().toBuffer() }))
  await support.post('noteCase', { case: number, note: 'Knows more than he says', reason: 'case' })
  const own = await thread(number)
  expect(own.messages).toHaveLength(1)
  const [picture = ''] = own.messages[0]?.pictures ?? []
  expect((await pictureOf(picture)).status).toBe(200)
  const thief = await server.player()
  expect((await write({ case: number }, thief)).status).toBe(404)
  expect((await thief.send(`supportThread?User_Id=${thief.id}&case=${number}`, {})).status).toBe(
    404,
  )
  expect((await pictureOf(picture, thief)).status).toBe(404)
  expect(await threads(thief)).toEqual([])
  const page = (await support.get(`readCase?case=${number}`)).Data
  expect(page.messages).toMatchObject([{ writer: 'player' }, { writer: 'note', operator: 'Asha' }])
})

test('a note whose answer was lost is kept once; the same words later are another', async () => {
  const number = numberOf(await write())
  const keep = async () => {
    const note = { case: number, note: 'Called: no answer.', reason: 'a call' }
    expect((await support.post('noteCase', note)).Status).toBe(true)
    return (await support.get(`readCase?case=${number}`)).Data.messages.length - 1
  }
  expect(await keep()).toBe(1)
  expect(await keep()).toBe(1)
  // What others write meanwhile doesn't make it another.
  await write({ case: number, text: 'Are you there?' })
  expect(await keep()).toBe(2)
  await server.db.owner.rows(
    sql`update support.messages set at = at - interval '11 minutes' where case_id = $1`,
    [number],
  )
  expect(await keep()).toBe(3)
})

test('a message whose answer was lost is kept once, in its case or in a new one', async () => {
  const texts = async (number: number) => (await thread(number)).messages.map(({ text }) => text)
  const { transaction } = server.db.owner
  // The first is still under way when the second comes.
  const [{ number }, { repeat }] = await transaction(async ({ rows }) => {
    const first = await one(
      rows<{ number: number }>(
        sql`select written as number
          from players.sessions s,
            support.write($1, null, 100001, 'My round was odd.', null, s.session_id, s.token_hash)
          where s.player_id = $1`,
        [player.id],
      ),
    )
    const repeat = write()
    const waits = sql`select pid from pg_stat_activity
      where datname = current_database() and pg_backend_pid() = any(pg_blocking_pids(pid))`
    let isAnswered = false
    void repeat.then(() => (isAnswered = true))
    await vi.waitUntil(async () => isAnswered || (await rows(waits)).length > 0, patience)
    return [first, { repeat }]
  })
  expect(numberOf(await repeat)).toBe(number)
  const picture = await png().png().toBuffer()
  for (const repeats of [1, 2]) {
    for (let n = 0; n < repeats; n += 1)
      expect(numberOf(await write({ case: number, text: 'Look', picture }))).toBe(number)
    // A note is no answer, and isn't seen.
    await support.post('noteCase', { case: number, note: 'Odd', reason: 'case' })
  }
  expect(await texts(number)).toEqual(['My round was odd.', 'Look'])
  // Others are another picture, the words after an answer, those in a closed case, and later ones.
  await write({ case: number, text: 'Look' })
  await answer(number, 'Which one?', false)
  await write({ case: number, text: 'Look' })
  await support.post('closeCase', { case: number, seen: await seenIn(number), reason: 'done' })
  await write({ case: number, text: 'Look' })
  expect(await thread(number)).toMatchObject({ state: 'open' })
  await server.db.owner.rows(
    sql`update support.messages set at = at - interval '11 minutes' where case_id = $1`,
    [number],
  )
  await write({ case: number, text: 'Look' })
  expect(await texts(number)).toEqual([
    ...['My round was odd.', 'Look', 'Look', 'Which one?', 'Look', 'Look', 'Look'],
  ])
  // Nor does the last word of a case keep a new case from beginning with it.
  const other = numberOf(await write({ text: 'Look' }))
  expect(other).not.toBe(number)
  expect(numberOf(await write({ text: 'Look' }))).toBe(other)
  expect(numberOf(await write({ text: 'Look' }, await server.player()))).not.toBe(other)
})

test('a visitor’s message whose answer was lost is one case', async () => {
  const number = async (email: string) => {
    const body = (await (await visit(email)).json()) as Record<string, unknown>
    return numberOf({ body })
  }
  const first = await number('ada@example.com')
  expect(await number('Ada@example.com')).toBe(first)
  expect(await number('grace@example.com')).not.toBe(first)
  await answer(first, 'No, thank you.', true)
  expect(await number('ada@example.com')).not.toBe(first)
})

test('INBOX-02 a picture is drawn anew: without metadata, small, and only ever as text', async () => {
  const camera = await png(2_400, 800)
    .withExif({ IFD0: { Copyright: 'GPS of my home' } })
    .jpeg()
    .toBuffer()
  // What follows the picture is not of it: a polyglot's other half.
  const polyglot = Buffer.concat([camera, Buffer.from('<script>alert(1)</script>PK')])
  const number = numberOf(await write({ picture: polyglot }))
  const [message] = (await thread(number)).messages
  const answered = await pictureOf(message?.pictures[0] ?? '')
  expect(answered.headers.get('content-type')).toContain('application/json')
  expect(answered.headers.get('x-content-type-options')).toBe('nosniff')
  const bytes = Buffer.from((answered.body.Data as { webp: string }).webp, 'base64')
  expect(bytes.includes('script') || bytes.includes('GPS of my home')).toBe(false)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 1_600, height: 533 })
  const seen = await support.get(`readCasePicture?picture=${message?.pictures[0]}`)
  expect(Buffer.from(seen.Data.webp, 'base64').equals(bytes)).toBe(true)
})

test.each([
  ['markup', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['an archive', 'PK\x03\x04'],
  ['a picture that ends after its head', '\x89PNG\r\n\x1a\n'],
])('INBOX-03 %s is no picture, and writes nothing', async (_, bytes) => {
  const refused = await write({ picture: Buffer.from(bytes, 'latin1') })
  expect(refused.body.Message).toBe('Please choose a PNG, JPEG or WebP picture')
  expect(await threads()).toEqual([])
})

test('INBOX-03 a small file that holds an endless picture is refused', async () => {
  const huge = await png(7_000, 7_000).png({ compressionLevel: 9 }).toBuffer()
  expect(huge.length).toBeLessThan(2_000_000)
  expect((await write({ picture: huge })).body.Status).toBe(false)
})

test('INBOX-04 forty messages a day of a player; a visitor’s flood waits, and sends no mail', async () => {
  await server.db.owner.rows(
    sql`insert into platform.limits (key, points, expire)
      values ('support message:' || $1::text, 40, 9999999999999)`,
    [player.id],
  )
  expect((await write()).status).toBe(429)
  const statuses = []
  for (let n = 0; n < 6; n += 1) statuses.push((await visit(`v${n}@example.com`)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect(await mailsTo('v0@example.com')).toEqual([])
  const found = (await support.get('listInbox?text=v0@example.com')).Data.cases
  expect(found).toMatchObject([{ player: null, name: null, email: 'v•••@example.com' }])
  const number = found[0]!.case
  expect((await answer(number, 'No, thank you.', true)).Status).toBe(true)
  expect(await mailsTo('v0@example.com')).toEqual([{ text: 'No, thank you.' }])
})

test('INBOX-04 who holds many networks of one connection waits', async () => {
  await server.db.owner.rows(
    sql`insert into platform.limits (key, points, expire)
      values ('support visitor wide network:127.0.0.1', 50, 9999999999999)`,
  )
  expect((await visit('wide@example.com')).status).toBe(429)
})

test('INBOX-07 visitors fill no more than 5,000 open cases, which are gone after half a year', async () => {
  const { rows } = server.db.owner
  const kept = numberOf(await write())
  await rows(
    sql`insert into support.cases (case_id, email)
      select n, 'flood@example.com' from generate_series(100000, 105100) n
      on conflict do nothing`,
  )
  expect((await visit('late@example.com')).status).toBe(429)
  await rows(
    sql`update support.cases set last_at = now() - interval '179 days',
        closed_at = case when case_id % 2 = 0 then now() - interval '91 days' end
      where email = 'flood@example.com'`,
  )
  for (let n = 0; n < 3; n += 1) await forgetVisitors(server.db.worker)
  const left = () =>
    one(
      rows(
        sql`select count(*)::int as open, count(closed_at)::int as closed
          from support.cases where email = 'flood@example.com'`,
      ),
    )
  expect(await left()).toEqual({ open: expect.any(Number), closed: 0 })
  expect(await left()).not.toMatchObject({ open: 0 })
  expect((await visit('late@example.com')).status).toBe(200)
  await rows(
    sql`update support.cases set last_at = now() - interval '181 days'
      where email = 'flood@example.com' or case_id = $1`,
    [kept],
  )
  for (let n = 0; n < 3; n += 1) await forgetVisitors(server.db.worker)
  expect(await left()).toEqual({ open: 0, closed: 0 })
  expect((await thread(kept)).state).toBe('open')
})

test('a message of the most letters is sent with its line breaks, which a form doubles', async () => {
  const text = `${'a\n'.repeat(1_999)}ab`
  const number = numberOf(await write({ text }))
  expect((await thread(number)).messages).toMatchObject([{ text }])
})

test('who is excluded or frozen still writes: in the app, or as a visitor', async () => {
  const begun = await player.post('takeBreak', { kind: 'exclusion', length: '6m' })
  expect(begun.body.Status).toBe(true)
  expect(numberOf(await write())).toBeGreaterThan(99_999)
  await support.post('freezePlayer', { player: player.id, reason: 'odd wallets' })
  // The freeze has logged the player out: what is left is the way of visitors.
  expect((await write()).status).toBe(401)
  expect((await visit(`${player.id}@example.com`)).status).toBe(200)
})

test('INBOX-05 markup is text, in the thread, in the inbox and in the mail', async () => {
  const text = '<img src=x onerror=alert(1)> =HYPERLINK("http://evil.example")'
  const number = numberOf(await write({ text }))
  expect((await thread(number)).messages).toMatchObject([{ text }])
  expect((await support.get(`readCase?case=${number}`)).Data.messages).toMatchObject([{ text }])
})

test('a case is given to a colleague who may answer, found by words, and closed without words', async () => {
  const number = numberOf(await write({ text: 'The zeppelin landed twice' }))
  const reason = `case ${number}`
  const games = await desk.operator('games')
  const assign = (from: number | null, operator: number) =>
    support.post('assignCase', { case: number, from, operator, reason })
  expect((await assign(null, games.id)).status).toBe(404)
  await assign(null, support.id)
  // A colleague whose screen still says that no one has it doesn't take it away.
  const colleague = await desk.operator('support')
  expect(await assign(null, colleague.id)).toMatchObject({
    Message: 'Another colleague has it by now: look first, then assign it again.',
  })
  const mine = (await support.get(`listInbox?holder=${support.id}`)).Data.cases
  expect(mine).toMatchObject([{ case: number, holder: 'Asha' }])
  expect((await assign(support.id, colleague.id)).Status).toBe(true)
  const byWords = (await support.get('listInbox?text=zeppelin%20twice')).Data.cases
  expect(byWords).toMatchObject([{ case: number }])
  await support.post('closeCase', { case: number, seen: await seenIn(number), reason })
  expect((await support.get('listInbox?state=closed')).Data.cases[0]).toMatchObject({
    case: number,
    state: 'closed',
  })
})

test('of an address with many cases the fifty newest are found', async () => {
  const email = 'often@example.com'
  const newest = await server.db.owner.rows<{ case: number }>(
    sql`with opened as (
        insert into support.cases (case_id, email, at, last_at, closed_at)
          select 200000 + n, $1, day, day, day
          from generate_series(1, 60) n,
            lateral (select now() - (61 - n) * interval '1 day') o (day)
          returning case_id, at)
      select case_id as case from opened order by at desc limit 50`,
    [email],
  )
  const found = (await support.get(`listInbox?text=${email}`)).Data.cases
  expect(found.map((row) => row.case)).toEqual(newest.map((row) => row.case))
})

test('the inbox comes page by page, the oldest open case first, none twice', async () => {
  for (let n = 0; n < 3; n += 1) await write({ text: `case ${n}` })
  interface Page {
    readonly cases: readonly { readonly case: number }[]
    readonly next: string | null
  }
  const seen: number[] = []
  let next: string | null = ''
  while (next !== null) {
    const { Data: page }: { Data: Page } = await support.get(
      `listInbox?limit=2${next && `&cursor=${next}`}`,
    )
    seen.push(...page.cases.map((row) => row.case))
    next = page.next
  }
  const open = await server.db.owner.rows<{ case_id: number }>(
    sql`select case_id from support.cases where state = 'open' order by last_at, case_id`,
  )
  expect(seen).toEqual(open.map(({ case_id }) => case_id))
  expect((await support.get('listInbox?cursor=nowhere')).status).toBe(400)
})

test('INBOX-06 a closed account leaves no words and no picture; a reported hash stays', async () => {
  const number = numberOf(await write({ picture: await png().png().toBuffer() }))
  await answer(number, 'We know your name.', true)
  const reported = await player.post('insertLogs', {
    userid: player.id,
    TXHash: `0x${'5c'.repeat(32)}`,
    amount: 5,
    event: 'Deposit',
  })
  await answer(numberOf(reported), 'It is there, Meera.', true)
  const other = numberOf(
    await player.post('insertLogs', {
      userid: player.id,
      TXHash: `0x${'5d'.repeat(32)}`,
      amount: 5,
      event: 'Deposit',
    }),
  )
  const file = await (
    await fetch(`${server.url}/api/exportAccount`, {
      headers: { cookie: `sid=${player.cookies.get('sid')}` },
    })
  ).text()
  expect(file).toContain('We know your name.')
  expect(file).toContain('"webp":"UklGR')

  await server.db.owner.rows(
    sql`update players.sessions set confirmed_until = now() + interval '1 hour'
      where player_id = $1`,
    [player.id],
  )
  expect((await player.post('closeAccount', {})).body.Status).toBe(true)
  expect((await answer(other, 'Is it you, Meera?', true)).Message).toBe('The account is closed.')
  const note = { case: other, note: 'Meera called.', reason: 'a call' }
  expect((await support.post('noteCase', note)).Message).toBe('The account is closed.')
  const closed = { case: other, seen: null, reason: 'closed account' }
  expect((await support.post('closeCase', closed)).Status).toBe(true)
  const left = await one(
    server.db.owner.rows(
      sql`select (select count(*) from support.messages where player_id = $1)::int as messages,
        (select count(*) from support.pictures where player_id = $1)::int as pictures,
        (select count(*) from operator.acts
          where before::text || after::text like '%We know%')::int as acts,
        (select jsonb_agg(answer) from support.cases where player_id = $1) as answers`,
      [player.id],
    ),
  )
  expect(left).toEqual({ messages: 0, pictures: 0, acts: 0, answers: ['', ''] })
  expect((await write()).status).toBe(401)
})
