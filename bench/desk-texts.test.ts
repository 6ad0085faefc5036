import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from '../apps/server/src/platform/database/database.ts'
import { type RunningDesk, startDesk } from '../apps/server/test/desk.ts'
import { freshDatabase, type TestDatabase } from '../apps/server/test/fresh-database.ts'
import { setCatalogue } from '../apps/server/test/player.ts'
import { chromiumFlags } from '../e2e/support/chromium-flags.ts'
import { deskScreens } from '../e2e/support/desk-screens.ts'
import { ensureBrowser } from '../tools/ensure-browser.ts'
import { fillForDesk } from './http/desk-process.ts'

/** What players and operators write, on every screen of the back office and in every CSV of one. */

/** A formula to a spreadsheet, markup to a page. */
const evil = '=1+1<img src=x onerror=hit=1>'
/** Everything that a person may write, as it stands in the database. */
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
  `insert into ledger.breaks (player_id, at, kind, until, ends_at, began_at)
   select player_id, now(), 'timeout', now() + interval '1 day', now() + interval '1 day', now()
   from players.accounts where $1::text is not null limit 1`,
  `update ledger.wallets set staked = 10000000, contributed = 10000000 where $1::text is not null`,
  `update referral.rewards set unlocked_at = now()
   where friend_id % 7 = 0 and $1::text is not null`,
]

/** A screen that shows another text for the first time belongs here. */
const showingTexts = [
  '/acts',
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
  '/referral?view=bringers',
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

let folder: string
let db: TestDatabase
let desk: RunningDesk
let browser: Browser
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pipkin-desk-texts-'))
  vi.stubEnv('NODE_ENV', 'production')
  await build({
    configFile: join(import.meta.dirname, '../apps/desk/vite.config.ts'),
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  })
  vi.unstubAllEnvs()
  db = await freshDatabase()
  await setCatalogue(db)
  await fillForDesk(db, 300, () => undefined)
  desk = await startDesk(db, folder)
  browser = await chromium.launch({ executablePath: await ensureBrowser(), args: chromiumFlags })
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await desk?.close()
  await db?.close()
  await rm(folder, { recursive: true, force: true })
})

test('DESK-10, DESK-11: a name or reason is text on every screen, and no formula in any CSV', async () => {
  const admin = await desk.operator('admin')
  for (const statement of written) await db.owner.rows(sql([statement]), [evil])
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies([
    { name: 'desk', value: admin.cookies.get('desk') ?? '', url: desk.url },
  ])
  const page = await context.newPage()
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
      const cells = cellsOf(await saveBy(page, () => button.click()))
      for (const cell of cells)
        if (/^\s*[=+\-@\t\r]/.test(cell) && !/^[+-]?\d+(\.\d+)?$/.test(cell))
          wrong.push(`${kind}: ${cell}`)
    }
  }
  // No screen is missing: each route of the app was opened.
  const app = await readFile(join(import.meta.dirname, '../apps/desk/src/app.tsx'), 'utf8')
  const routes = Array.from(app.matchAll(/path="(\/[^"]*)"/g), ([, route = '']) =>
    route.replace(/:\w+/g, ':id'),
  )
  expect(routes.length).toBeGreaterThan(15)
  expect(kinds).toEqual(expect.arrayContaining(routes))
  expect(wrong).toEqual([])
  expect(showing.sort()).toEqual(showingTexts)
  expect(saved.length).toBeGreaterThan(40)
}, 300_000)

async function saveBy(page: Page, press: () => Promise<void>): Promise<string> {
  const saving = page.waitForEvent('download')
  await press()
  return readFile(await (await saving).path(), 'utf8')
}

/** The cells of a CSV whose cells are all in quotes. */
const cellsOf = (csv: string): string[] =>
  Array.from(csv.matchAll(/"((?:[^"]|"")*)"[,\r]/g), ([, cell = '']) => cell.replaceAll('""', '"'))
