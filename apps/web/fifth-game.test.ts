import { readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fkr } from '@pipkin/money'
import { type Browser, chromium, type Page } from '@playwright/test'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { chromiumFlags } from '../../e2e/support/chromium-flags.ts'
import type { Press } from '../../e2e/support/play-round.ts'
import { productWithCoin } from '../../packages/games/test/product-with-coin.ts'
import { ensureBrowser } from '../../tools/ensure-browser.ts'
import { patience } from '../../tools/patience.ts'
import type { RunningServer } from '../server/test/processes/running-server.ts'
import { round } from './test/games/coin/play.e2e.ts'

/** A fifth game, Coin toss, is added to a copy of the product, which then takes it from there. */

let product: string
let server: RunningServer
let browser: Browser

beforeAll(async () => {
  product = await productWithCoin()
  const [running, chrome] = await Promise.all([
    buildWeb().then(startServer),
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
  await rm(product, { recursive: true, force: true })
})

async function buildWeb(): Promise<void> {
  vi.stubEnv('NODE_ENV', 'production')
  await build({ configFile: join(product, 'apps/web/vite.config.ts'), logLevel: 'error' })
  vi.unstubAllEnvs()
}

async function startServer(): Promise<RunningServer> {
  const { startServer: start }: typeof import('../server/test/processes/running-server.ts') =
    await import(join(product, 'apps/server/test/processes/running-server.ts'))
  return start({ WEB_DIR: join(product, 'apps/web/dist') })
}

const click: Press = (page, name) => page.getByRole('button', { name }).first().click()

/** A page of a new player with 100 fkr. */
async function openPage(): Promise<{ page: Page; calls: string[] }> {
  const player = await server.player({ deposit: fkr(100) })
  const context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' })
  context.setDefaultTimeout(patience.timeout)
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
  await round.play(page, click)
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

test('the fifth game’s demo is played without a call', async () => {
  const { page, calls } = await openPage()
  await page.goto('/demo-games/coin')
  await page.getByText(round.demoText).waitFor()
  const bet = page.getByRole('button', { name: 'Bet 5 play money' })
  await bet.waitFor()
  await page.waitForLoadState('networkidle')
  calls.length = 0
  await bet.click()
  await round.play(page, click)
  await page
    .getByText(/It fell on/)
    .first()
    .waitFor()
  expect(calls).toEqual([])
})

test('the fifth game’s pages come with their markup, like those of the other games', () => {
  expect(readdirSync(join(product, 'apps/web/dist/games'))).toEqual(
    expect.arrayContaining(['coin.html', 'mines.html']),
  )
  expect(readdirSync(join(product, 'apps/web/dist/demo-games'))).toContain('coin.html')
})
