import { loadavg } from 'node:os'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { chromiumFlags } from '../../e2e/support/chromium-flags.ts'
import { enter } from '../../e2e/support/people.ts'
import { ensureBrowser } from '../../tools/ensure-browser.ts'

/**
 * Measures the time from a tap to the next paint on a running product:
 * `node bench/page/taps.ts [url]`. The processor is four times slower, and six times while a page
 * loads.
 *
 * The time is that of the browser's event timing, to 8 ms. Only what it counts as an interaction is
 * a tap, as for INP: it also notes a page that appears below a pointer.
 */

const url = process.argv[2] ?? 'http://localhost:3000'
const say = (line: string) => process.stdout.write(`${line}\n`)

const tap = (role: 'link' | 'button' | 'switch', name: string | RegExp) => (page: Page) =>
  page.getByRole(role, { name }).first().tap()
const navigate = (name: string) => (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).tap()

const taps: readonly [string, (page: Page) => Promise<void>][] = [
  ['tab Games', navigate('Games')],
  ['tab Activities', navigate('Activities')],
  ['tab Account', navigate('Account')],
  ['tab Home', navigate('Home')],
  ['tab Games, kept', navigate('Games')],
  ['Demo of Mines', tap('link', 'Demo of Mines')],
  ['More', tap('button', 'More')],
  ['Bet', tap('button', /^Bet /)],
  ['a cell', tap('button', 'Row 1, column 1, hidden')],
]

/** Pages that are tapped from their first paint on, and for whom. */
const loads = [
  { path: '/', signedIn: false },
  { path: '/games', signedIn: true },
  { path: '/demo-games/mines', signedIn: true },
]
const loadsOfEach = 5
const tapsOfALoad = 25

const phone = { width: 390, height: 844 }

const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: chromiumFlags,
})
try {
  const { context, page, durations } = await open()
  await enter(page)
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const devtools = await context.newCDPSession(page)
  // The window's own bar hides the bottom of the page, which is never painted: a tap there would
  // be counted only with the next change further up.
  const { windowId } = await devtools.send('Browser.getWindowForTarget')
  await devtools.send('Browser.setWindowBounds', {
    windowId,
    bounds: { ...phone, height: phone.height + 200 },
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  say(`load ${loadavg()[0]}`)
  for (const [name, act] of taps) {
    await page.evaluate(() => Reflect.get(window, 'durations').splice(0))
    await act(page)
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(500)
    say(`${name.padEnd(18)} ${longest(await durations())}`)
  }
  const player = await context.storageState()
  await context.close()

  say('While it loads, at a sixth of the speed, the longest of each load:')
  for (const { path, signedIn } of loads) {
    const each: string[] = []
    for (let load = 0; load < loadsOfEach; load += 1)
      each.push(longest(await tapWhileItLoads(path, signedIn ? player : undefined)))
    say(`${path.padEnd(18)} ${each.join(', ')}`)
  }
  say(`load ${loadavg()[0]}`)
} finally {
  await browser.close()
}

/** A page of a phone's browser, and how long its taps have taken since it was asked for. */
async function open(player?: BrowserContextOptions['storageState']) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: phone,
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
    ...(player && { storageState: player }),
  })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const durations: number[] = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (Reflect.get(entry, 'interactionId') > 0) durations.push(entry.duration)
    }).observe(Object.assign({ type: 'event', buffered: true }, { durationThreshold: 16 }))
    Object.assign(window, { durations })
  })
  const durations = (): Promise<number[]> => page.evaluate(() => Reflect.get(window, 'durations'))
  return { context, page, durations }
}

/** How long taps at the top of a page take, one after the other from its first paint on. */
async function tapWhileItLoads(
  path: string,
  player?: BrowserContextOptions['storageState'],
): Promise<number[]> {
  const { context, page, durations } = await open(player)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  await page.goto(path, { waitUntil: 'commit' })
  await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
  for (let tapped = 0; tapped < tapsOfALoad; tapped += 1) {
    await page.touchscreen.tap(phone.width / 2, 12)
    await page.waitForTimeout(50)
  }
  await page.waitForLoadState('networkidle')
  const taken = await durations()
  await context.close()
  return taken
}

function longest(durations: readonly number[]): string {
  return durations.length > 0 ? `${Math.max(...durations)} ms` : 'under 16 ms'
}
