import { readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fkr } from '@pipkin/money'
import { type Browser, chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chromiumFlags } from '../../e2e/support/chromium-flags.ts'
import { coin, coinReturns } from '../../packages/games/test/coin/index.ts'
import { ensureBrowser } from '../../tools/ensure-browser.ts'
import { openAround, type RunningServer, serve } from '../server/test/running-server.ts'

/**
 * A fifth game, Coin toss, on both sides: two folders (`packages/games/test/coin` and
 * `apps/web/test/coin`) and a line in each list. The whole product takes it from there.
 */
vi.mock(import('../../packages/games/src/game-list.ts'), async (original) => {
  const { gameList } = await original()
  return { gameList: Object.assign([], gameList, { [gameList.length]: coin }) }
})
vi.mock(import('../../packages/games/src/returns/returns-list.ts'), async (original) => {
  const { returnsList } = await original()
  return { returnsList: { ...returnsList, coin: coinReturns } }
})

let server: RunningServer
let browser: Browser
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pipkin-fifth-'))
  const [running, chrome] = await Promise.all([
    buildWithCoin(folder).then(async () => serve(await openAround({ WEB_DIR: folder }))),
    ensureBrowser().then((executablePath) =>
      chromium.launch({ executablePath, args: chromiumFlags }),
    ),
  ])
  server = running
  browser = chrome
})
afterAll(async () => {
  await browser?.close()
  await server?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Builds the web app with the lists that have the fifth line. */
async function buildWithCoin(outDir: string): Promise<void> {
  vi.stubEnv('NODE_ENV', 'production')
  const here = import.meta.dirname
  await build({
    configFile: join(here, 'vite.config.ts'),
    logLevel: 'error',
    resolve: {
      alias: [
        {
          find: /^\.\/game-list\.ts$/,
          replacement: join(here, '../../packages/games/test/coin/with-coin.ts'),
        },
        { find: /^\.\/screen-list\.ts$/, replacement: join(here, 'test/coin/with-coin.ts') },
      ],
    },
    build: { outDir, emptyOutDir: true },
  })
  vi.unstubAllEnvs()
}

/** A page of a new player with 100 fkr. */
async function openPage(): Promise<{ page: Page; calls: string[] }> {
  const player = await server.player({ deposit: fkr(100) })
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' })
  const sid = player.cookies.get('sid') ?? ''
  await context.addCookies([{ name: 'sid', value: sid, url: server.url }])
  const page = await context.newPage()
  const session = JSON.stringify({ mobile: '9000000000', name: 'Meera Nair', userID: player.id })
  await page.addInitScript((text) => localStorage.setItem('userGame', text), session)
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && pathname !== '/api/events')
      calls.push(`${request.method()} ${pathname.slice(5)}`)
  })
  return { page, calls }
}

test('a fifth game is listed, played for money and proven, with no read after its calls', async () => {
  const { page, calls } = await openPage()
  await page.goto('/games')
  await page.getByRole('link', { name: 'Play Coin Toss' }).click()
  const bet = page.getByRole('button', { name: 'Bet 5 fkr' })
  await bet.waitFor()
  // The clock is loaded last, and reads.
  await page.getByRole('timer').waitFor()
  await page.waitForLoadState('networkidle')
  calls.length = 0
  await bet.click()
  await page.getByRole('button', { name: 'Heads' }).click()
  // A win is headed "You won", and these words follow it.
  await page
    .getByText(/It fell on (heads|tails)/)
    .first()
    .waitFor()
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual(['POST addTransaction', 'POST addParticipation', 'POST playRound'])

  await page.getByRole('link', { name: 'Verify this round' }).click()
  await page.getByText('This round checks out').waitFor()
  await page.getByText('Toss replayed').waitFor()
  await page.getByRole('img', { name: /^The coin fell on/ }).waitFor()
})

test('its demo is played without a call', async () => {
  const { page, calls } = await openPage()
  await page.goto('/demo-games/coin')
  const bet = page.getByRole('button', { name: 'Bet 5 play money' })
  await bet.waitFor()
  await page.waitForLoadState('networkidle')
  calls.length = 0
  await bet.click()
  await page.getByRole('button', { name: 'Heads' }).click()
  await page
    .getByText(/It fell on/)
    .first()
    .waitFor()
  expect(calls).toEqual([])
})

test('its pages come with their markup, like those of the other games', () => {
  expect(readdirSync(join(folder, 'games'))).toEqual(
    expect.arrayContaining(['coin.html', 'mines.html']),
  )
  expect(readdirSync(join(folder, 'demo-games'))).toContain('coin.html')
})
