import { fkr } from '@pipkin/money'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { axeFindings } from '../../e2e/support/axe-findings.ts'
import { chromiumFlags } from '../../e2e/support/chromium-flags.ts'
import { ensureBrowser } from '../../tools/ensure-browser.ts'
import { patience } from '../../tools/patience.ts'
import { buildWeb, webDirectory } from '../local/src/build.ts'
import { hasPlayed } from '../server/test/players/has-played.ts'
import {
  type RunningServer,
  type SignedIn,
  startServer,
} from '../server/test/processes/running-server.ts'
import { withinADay } from '../server/test/within-a-day.ts'

/** Each profile of safer play in a browser, on a server of its own in this process. */

let browser: Browser
let context: BrowserContext | undefined
beforeAll(async () => {
  const [, executablePath] = await Promise.all([buildWeb(), ensureBrowser()])
  browser = await chromium.launch({ executablePath, args: chromiumFlags })
})
afterAll(async () => {
  await browser?.close()
})
afterEach(async () => {
  await context?.close()
  context = undefined
})

/** A server by a profile, for the tests of a block. */
function serverBy(profile: string, env: Record<string, string> = {}): () => RunningServer {
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer({ WEB_DIR: webDirectory, PLAY_PROFILE: profile, ...env })
  })
  afterAll(() => server?.close())
  return () => server
}

/** A page of a new player with 1,000 fkr. */
async function openPage(server: RunningServer): Promise<{ page: Page; player: SignedIn }> {
  const player = await server.player({ deposit: fkr(1_000) })
  context = await browser.newContext({ baseURL: server.url, serviceWorkers: 'block' })
  context.setDefaultTimeout(patience.timeout)
  const sid = player.cookies.get('sid') ?? ''
  await context.addCookies([{ name: 'sid', value: sid, url: server.url }])
  const page = await context.newPage()
  const session = JSON.stringify({ mobile: '9000000000', name: 'Meera Nair', userID: player.id })
  await page.addInitScript((text) => {
    if (sessionStorage.getItem('begun') === null) localStorage.setItem('userGame', text)
    sessionStorage.setItem('begun', 'yes')
  }, session)
  return { page, player }
}

/** What axe finds (WCAG 2.2 AA) on the screen. */
function findings(page: Page): Promise<readonly string[]> {
  const values = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  return axeFindings(page, { type: 'tag', values })
}

const depositPath = '/account/wallet/deposite'
const limitRegion = (page: Page) => page.getByRole('region', { name: 'Deposit limit' })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

describe('uk', () => {
  const server = serverBy('uk', { FKR_IS: '0.01 GBP' })

  test('a first deposit begins with a limit; opting out is confirmed', async () => {
    const { page } = await openPage(server())
    await page.goto(depositPath)
    await limitRegion(page).getByRole('link', { name: 'Set a deposit limit' }).waitFor()
    expect(await button(page, /^Deposit$/).isDisabled()).toBe(true)
    expect(await findings(page)).toEqual([])
    await button(page, 'Go on without a limit').click()
    await page.getByRole('dialog', { name: 'Deposit without a limit?' }).waitFor()
    await button(page, 'Yes, without a limit').click()
    await limitRegion(page).waitFor({ state: 'detached' })
    expect(await button(page, /^Deposit$/).isDisabled()).toBe(false)
  })

  test('the demo opens once the age is known, and nothing is sent to other players', async () => {
    const { page } = await openPage(server())
    await page.goto('/demo-games/mines')
    await page.getByRole('link', { name: 'Say when you were born' }).click()
    await page.getByLabel('Born on').fill('1990-06-15')
    expect(await findings(page)).toEqual([])
    await button(page, 'Keep my birth date').click()
    await page.getByText('Born on 15 Jun 1990.').waitFor()
    await page.goto('/demo-games/mines')
    await button(page, /^Bet .* play money$/).waitFor()
    await page.goto('/account/wallet/send-money')
    await page.getByText('Sending to other players is not offered here').waitFor()
  })
})

describe('de', () => {
  const server = serverBy('de', { FKR_IS: '0.01 EUR' })

  test('there is no demo: no link, no page', async () => {
    const { page } = await openPage(server())
    await page.goto('/games')
    await page.getByRole('link', { name: 'Play Mines' }).waitFor()
    expect(await page.getByRole('link', { name: /^Demo of/ }).count()).toBe(0)
    const answer = await page.goto('/demo-games/mines')
    expect(answer?.status()).toBe(404)
    await page.getByText('Demos are not offered here').waitFor()
    expect(await findings(page)).toEqual([])
  })

  test('after an hour a bet brings a pause of five minutes, with a summary', async () => {
    const { page, player } = await openPage(server())
    await page.goto('/games/slot-machine')
    await button(page, /^Bet .* fkr$/).waitFor()
    await page.getByText('Top prize').waitFor()
    await page.getByText('Average payout of 1 fkr staked').waitFor()
    await hasPlayed(server().db, player.id, '61 minutes')
    await button(page, /^Bet .* fkr$/).click()
    await page.getByText(/A break lasts until/).waitFor()
    expect(await button(page, 'Go on playing').isDisabled()).toBe(true)
  })

  test('balances, lists, limits and a game show what an amount is worth', async () => {
    // The activities are those of the browser's day.
    await withinADay(Intl.DateTimeFormat().resolvedOptions().timeZone)
    const { page, player } = await openPage(server())
    await player.post('setLimit', { kind: 'stake', period: null, amount: 30 })
    await page.goto('/games/slot-machine')
    await button(page, /^Bet .* fkr$/).click()
    // The register has two seconds to answer. On a busy machine that may be too short.
    const played = page.getByRole('region', { name: 'Time played' }).getByText('−€0.10')
    const silent = page.getByText(/be checked right now/)
    await played.or(silent).first().waitFor()
    if (await silent.isVisible()) await button(page, /^Bet .* fkr$/).click()
    await played.waitFor()
    for (const [path, worth] of [
      ['/', '€9.90'],
      ['/account/wallet', '€9.90'],
      ['/account/wallet', '−€0.10'],
      ['/activities', '€0.10'],
      ['/account/limits', '€0.30'],
      ['/account/limits/history', '−€0.10'],
    ] as const) {
      await page.goto(path)
      await page.getByText(worth, { exact: true }).first().waitFor()
    }
    // In sentences, in the words of a plot, and in the bar of a narrow phone.
    await player.post('setLimit', { kind: 'loss', period: 'day', amount: 40 })
    await page.goto('/account/limits')
    await page.getByText('10 fkr (€0.10) of 40 used, 30 fkr (€0.30) left').waitFor()
    await page.goto('/account/limits/history')
    await page.getByRole('img', { name: /lowest −10 \(−€0.10\), highest/ }).waitFor()
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/games/slot-machine')
    const balance = page.getByRole('img', { name: 'Balance 990 fkr (€9.90)' })
    await balance.getByText('€9.90').waitFor()
  })

  test('its own breaks are offered, and one press stops play for a day', async () => {
    const { page } = await openPage(server())
    await page.goto('/account/limits')
    const exclusions = page.getByRole('region', { name: 'Exclude yourself' })
    await exclusions.waitFor()
    expect(await exclusions.getByRole('button').allTextContents()).toEqual([
      '3 months',
      '6 months',
      '1 year',
      '5 years',
    ])
    await page.goto('/games/mines')
    await page.keyboard.press('Escape')
    await button(page, 'Stop now').click()
    await page.getByText(/On a break until/).waitFor()
  })
})

describe('se', () => {
  const server = serverBy('se')

  test('a deposit needs a limit of each period', async () => {
    const { page } = await openPage(server())
    await page.goto(depositPath)
    await limitRegion(page).getByText('in 24 hours, in 7 days, in a month').waitFor()
    expect(await button(page, 'Go on without a limit').count()).toBe(0)
  })

  test('a raise says that it waits for the end of the running period too', async () => {
    const { page, player } = await openPage(server())
    await player.post('setLimit', { kind: 'deposit', period: 'week', amount: 100, tz: 'UTC' })
    await page.goto('/account/limits')
    const wait = 'waits 3 days, and until the running period has ended, and then for you'
    await page.getByText(`A higher one, or none, ${wait}`).waitFor()
    await button(page, 'Change the limit: Deposits in 7 days').click()
    await page.getByLabel('Limit', { exact: true }).fill('200')
    await page.getByText(`A raise ${wait}`).waitFor()
  })

  test('after two minutes without a touch the page asks, and logs out who does not answer', async () => {
    const { page } = await openPage(server())
    await page.clock.install()
    await page.goto('/account/limits')
    await page.getByRole('region', { name: 'Deposits' }).waitFor()
    await page.waitForLoadState('networkidle')
    const question = page.getByRole('dialog', { name: 'Are you still there?' })
    await page.clock.runFor(125_000)
    await question.waitFor()
    await button(page, 'I am here').click()
    await page.clock.runFor(2_000)
    await question.waitFor({ state: 'hidden' })
    await page.clock.runFor(190_000)
    await page.waitForURL(/\/start/)
  })
})

describe('on', () => {
  const server = serverBy('on', { FKR_IS: '0.01 CAD' })

  test('breaks of one to three months are offered, and amounts show what they are worth', async () => {
    const { page } = await openPage(server())
    await page.goto('/account/limits')
    const breaks = page.getByRole('region', { name: 'Take a break' })
    await breaks.waitFor()
    expect(await breaks.getByRole('button').allTextContents()).toEqual([
      '24 hours',
      '7 days',
      '1 month',
      '2 months',
      '3 months',
    ])
    await page.goto('/games/slot-machine')
    await page.getByText('Worth CA$0.10').waitFor()
  })
})

describe('nl', () => {
  const server = serverBy('nl', { FKR_IS: '0.01 EUR' })

  test('a limit above the law’s is refused, lower for an unknown age', async () => {
    const { page } = await openPage(server())
    await page.goto(depositPath)
    await limitRegion(page).getByText('At most 30,000 fkr €300.00 in a month.').waitFor()
    await page.getByRole('link', { name: 'Set a deposit limit' }).click()
    await button(page, 'Set the limit: Deposits in a month').click()
    await page.getByLabel('Limit', { exact: true }).fill('30001')
    await page.getByRole('dialog').getByRole('button', { name: 'Set the limit' }).click()
    await page.getByText('This limit may be at most 30,000 fkr').waitFor()
  })

  test('a limit that is used up logs the player out', async () => {
    const { page, player } = await openPage(server())
    await player.post('setLimit', { kind: 'loss', period: 'day', amount: 5 })
    await page.goto('/games/slot-machine')
    await page.getByText('Worth €0.10').waitFor()
    await button(page, /^Bet .* fkr$/).click()
    await page.waitForURL(/\/start/)
    expect(await player.send('limits', {})).toMatchObject({ status: 401 })
  })
})

describe('mt', () => {
  const server = serverBy('mt', {
    FKR_IS: '0.01 EUR',
    HELP_LINKS: 'Rgf https://www.rgf.org.mt, GamCare https://www.gamcare.org.uk',
  })

  test('the end of a limit waits longer than a raise, and help is where the operator says', async () => {
    const { page } = await openPage(server())
    await page.goto('/account/limits')
    await page.getByText('waits 24 hours, none 7 days').waitFor()
    const help = page.getByRole('region', { name: 'Help' })
    expect(await help.getByRole('link').allTextContents()).toEqual(['Rgf', 'GamCare'])
  })
})
