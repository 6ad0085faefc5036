import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildWeb, deskDirectory } from '../apps/local/src/build.ts'
import { one, sql } from '../apps/server/src/platform/database/database.ts'
import { freshDatabase, type TestDatabase } from '../apps/server/test/database/fresh-database.ts'
import { type RunningDesk, startDesk } from '../apps/server/test/desk/desk.ts'
import { setCatalogue } from '../apps/server/test/players/player.ts'
import { chromiumFlags } from '../e2e/support/chromium-flags.ts'
import { deskScreens } from '../e2e/support/desk-screens.ts'
import { ensureBrowser } from '../tools/ensure-browser.ts'
import { patience } from '../tools/patience.ts'
import { fillForDesk } from './http/desk-process.ts'

/**
 * What players and operators write, on every screen of the back office and in every CSV of one; and
 * what Now and a player's page say of a database whose figures are known.
 */

/** A formula to a spreadsheet, markup to a page. */
const evil = '=1+1<img src=x onerror=hit=1>'
/** All texts in the database that a person may write. */
const written = [
  'update players.accounts set name = $1',
  'update support.messages set text = $1',
  'update support.notices set title = $1, words = $1, made_by = $1',
  'update players.terms set words = $1, made_by = $1',
  'update players.sessions set device = $1, network = $1',
  'update desk.operators set name = $1',
  `select operator.record($1, $1, 'freezePlayer', player_id::text, null, to_jsonb($1::text))
   from players.accounts limit 20`,
  `select operator.keep_version(subject, $1, $1) from unnest('{cashier,referral}'::text[]) subject`,
  `insert into desk.proposals (act, input, reason, changes, proposed_by)
   select 'pausePayouts', '{}', $1, jsonb_build_object('about', $1::text, 'before', $1::text), 1
   from desk.operators limit 1`,
  `insert into cashier.transfers (block, log_index, hash, sender, receiver, units)
   select 1, 0, '0x' || repeat('a', 64), '0x' || repeat('b', 40), '0x' || repeat('c', 40), 1
   where $1::text is not null`,
  // A list of each kind has a row.
  `insert into support.notices (kind, title, words, from_at, until_at, made_by, published_at)
   select 'service', $1, $1, now() + interval '1 hour', now() + interval '2 hours', $1, at
   from (values (null), (now())) notice (at)`,
  `insert into ledger.breaks (player_id, at, kind, until, ends_at)
   select player_id, now(), 'timeout', now() + interval '1 day', now() + interval '1 day'
   from players.accounts where $1::text is not null limit 1`,
  `insert into operator.audits (audit_id, audited_to, replayed, findings, report)
   values ('00000000-0000-4000-8000-000000000000', now(), 0, 1, jsonb_build_array(
     jsonb_build_object('invariant', 1, 'says', $1::text, 'checked', 1, 'wrong', 1,
       'found', jsonb_build_array($1::text))))`,
  `insert into operator.audit_requests (asked_by, is_full, ended_at, audit_id)
   values ($1, true, now(), '00000000-0000-4000-8000-000000000000')`,
  `update ledger.wallets set staked = 10000000, contributed = 10000000 where $1::text is not null`,
  `update referral.rewards set unlocked_at = now()
   where friend_id % 7 = 0 and $1::text is not null`,
]

/** A screen that shows another text for the first time belongs here. */
const showingTexts = [
  '/acts',
  '/audits',
  '/cases',
  '/cases/:id',
  '/fees?view=versions',
  '/money?view=movements',
  '/notices',
  '/notices?view=draft',
  '/notices?view=ended',
  '/notices?view=live',
  '/notices?view=scheduled',
  '/notices?view=terms',
  '/operators',
  '/payouts',
  '/players',
  '/players/:id',
  '/proposals',
  '/referral',
  '/referral/rings/:id',
  '/referral?view=referrers',
  '/referral?view=rings',
  '/referral?view=versions',
  '/safety',
  '/safety?view=breaks',
  '/safety?view=exclusions',
  '/safety?view=limits',
  '/safety?view=looks',
  '/safety?view=rewards',
  '/safety?view=risk',
  '/safety?view=sessions',
  '/safety?view=waiting',
]

let db: TestDatabase
let desk: RunningDesk
let browser: Browser
beforeAll(async () => {
  await buildWeb()
  db = await freshDatabase()
  await setCatalogue(db)
  await fillForDesk(db, 300, () => undefined)
  desk = await startDesk(db, deskDirectory)
  browser = await chromium.launch({ executablePath: await ensureBrowser(), args: chromiumFlags })
})
afterAll(async () => {
  await browser?.close()
  await desk?.close()
  await db?.close()
})

async function adminPage(): Promise<Page> {
  const admin = await desk.operator('admin')
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(patience.timeout)
  await context.addCookies([
    { name: 'desk', value: admin.cookies.get('desk') ?? '', url: desk.url },
  ])
  return context.newPage()
}

test('Now shows bets a minute, the coin for gas and what is wrong; a player’s balances add up', async () => {
  const { owner } = db
  await owner.rows(sql`
    insert into cashier.house (chain_id, genesis, token, symbol, address, next_nonce, opened_block,
      opened_balance, scanned_block, scanned_hash, balance, head, coin)
    values (31337, '0x' || repeat('a', 64), '0x' || repeat('a1', 20), 'FKR',
      '0x' || repeat('b2', 20), 0, 0, 0, 7, '0x' || repeat('a', 64), 1234.5e18, 9, 2.50004e18)`)
  await owner.rows(sql`
    insert into health.samples (unit, start, bets, figures_lag)
    select 'minute', date_trunc('minute', now()) - ago * interval '1 minute', bets, 1
    from (values (1, 100), (0, 140)) s (ago, bets)
    on conflict (unit, start) do update set bets = excluded.bets`)
  await owner.rows(sql`
    insert into operator.audits (audit_id, audited_to, replayed, findings)
    values (gen_random_uuid(), now(), 0, 3)`)
  const page = await adminPage()
  await page.goto(desk.url)
  const fact = (name: string) =>
    page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=../dd[1]')
  await expectText(fact('Coin for gas'), '2.5')
  await expectText(fact('Bets a minute'), '40')
  await expectText(fact('Held on the chain'), '1,234.50 fkr')
  expect(await page.getByText('2 blocks not scanned yet').count()).toBe(1)
  const alarms = page.locator('p', { has: page.getByRole('link', { name: 'Alarms', exact: true }) })
  expect(await alarms.textContent()).toContain('The last audit found something')
  const findings = page.locator('p', { hasText: 'Findings of the last audit' })
  expect(await findings.textContent()).toMatch(/^3/)
  await findings.getByRole('link').click()
  await page.getByRole('heading', { name: 'Audits', level: 1 }).waitFor()
  await page.goto(`${desk.url}/health`)
  await page.getByText('3 findings', { exact: true }).waitFor()

  // The one with most friends: each is named, with what they share and where it stands.
  const most = await one(
    owner.rows<{ player: number; friends: number }>(sql`
      select referrer_id as player, count(*)::int as friends from players.accounts
      where referrer_id is not null group by referrer_id order by 2 desc, 1 limit 1`),
  )
  const friend = await one(
    owner.rows<{ id: number }>(
      sql`select min(player_id) as id from players.accounts where referrer_id = $1`,
      [most.player],
    ),
  )
  await owner.rows(
    sql`insert into referral.friends (player_id, shares, decision, decided_at)
        values ($1, '{address,network}', 'refused', now())
        on conflict (player_id) do update set shares = excluded.shares,
          decision = excluded.decision, decided_at = excluded.decided_at`,
    [friend.id],
  )
  await page.goto(`${desk.url}/players/${most.player}`)
  const friends = page.getByRole('group', { name: 'Friends' }).getByRole('row')
  await friends.nth(1).waitFor()
  expect(await friends.count()).toBe(Math.min(50, most.friends) + 1)
  const marked = friends.filter({ hasText: String(friend.id) })
  expect(await marked.textContent()).toContain('address, networkrefused')
  await marked.getByRole('link').click()
  // Until the new screen is drawn, its address shows the one before.
  await page.getByRole('heading', { name: String(friend.id), level: 1 }).waitFor()

  // Row by row, from what the player holds down: each change leads to the balance below it.
  const movements = page.getByRole('group', { name: 'Movements' }).getByRole('row')
  await movements.nth(1).waitFor()
  const rows = await movements.evaluateAll((all) =>
    all
      .slice(1)
      .map((row) =>
        Array.from(row.querySelectorAll('td'), ({ textContent }) =>
          textContent === '–'
            ? undefined
            : Math.round(
                100 * Number((textContent ?? '').replace('−', '-').replace(/[^0-9.-]/g, '')),
              ),
        ),
      ),
  )
  const held = await one(
    owner.rows<{ sum: number }>(
      sql`select (deposit + bonus + win + referral)::int as sum from ledger.wallets
          where player_id = $1`,
      [friend.id],
    ),
  )
  expect(rows.length).toBeGreaterThan(5)
  let left = held.sum
  for (const [, , deposit = 0, win = 0, bonus = 0, referral = 0, after] of rows) {
    if (after !== undefined) expect(after).toBe(left)
    left -= deposit + win + bonus + referral
  }
  if (rows.length < 50) expect(left).toBe(0)
  await page.context().close()
})

describe('what people may write', () => {
  beforeAll(async () => {
    for (const statement of written) await db.owner.rows(sql([statement]), [evil])
  })

  test('DESK-10, DESK-11: a name or reason is text on every screen, and no formula in any CSV', async () => {
    const page = await adminPage()
    const [showing, saved, wrong]: [string[], string[], string[]] = [[], [], []]
    const search = `/players?text=${encodeURIComponent(evil)}`
    const kinds: string[] = []
    for await (const { kind } of deskScreens(page, desk.url, [search])) {
      kinds.push(kind)
      if (await page.locator('main').getByText(evil).count()) showing.push(kind)
      if (await page.locator('img[src="x"]').count()) wrong.push(`${kind}: markup`)
      const tables = await page.locator('main table').count()
      if (tables !== (await page.getByRole('button', { name: 'CSV', exact: true }).count()))
        wrong.push(`${kind}: a table without its CSV`)
      for (const button of await page.getByRole('button', { name: /^(CSV|Export all)$/ }).all()) {
        saved.push(kind)
        const cells = cellsOf(await saveBy(page, button))
        for (const cell of cells)
          if (/^\s*[=+\-@\t\r]/.test(cell) && !/^[+-]?\d+(\.\d+)?$/.test(cell))
            wrong.push(`${kind}: ${cell}`)
      }
    }
    // No screen is missing: each route of the app was opened.
    const source = await readFile(join(import.meta.dirname, '../apps/desk/src/routes.tsx'), 'utf8')
    const routes = Array.from(source.matchAll(/path="(\/[^"]*)"/g), ([, route = '']) =>
      route.replace(/:\w+/g, ':id'),
    )
    expect(routes.length).toBeGreaterThan(15)
    expect(kinds).toEqual(expect.arrayContaining(routes))
    expect(wrong).toEqual([])
    expect(showing.sort()).toEqual(showingTexts)
    expect(saved.length).toBeGreaterThan(40)
  })
})

/** Waits until a screen that reads again by itself shows the fact. */
const expectText = (fact: Locator, text: string) => expect.poll(() => fact.textContent()).toBe(text)

/** What a press hands the browser to keep: Chromium drops the files above ten a second. */
async function saveBy(page: Page, button: Locator): Promise<string> {
  const handed = await page.evaluateHandle(() => {
    const { createObjectURL } = URL
    const text = new Promise<string>((resolve) => {
      URL.createObjectURL = (file) => {
        URL.createObjectURL = createObjectURL
        if (file instanceof Blob) resolve(file.text())
        return createObjectURL(file)
      }
    })
    return { text }
  })
  await button.click()
  return handed.evaluate(({ text }) => text)
}

/** The cells of a CSV whose cells are all in quotes. */
const cellsOf = (csv: string): string[] =>
  Array.from(csv.matchAll(/"((?:[^"]|"")*)"[,\r]/g), ([, cell = '']) => cell.replaceAll('""', '"'))
