import { loadavg } from 'node:os'
import { chromium, type Page } from '@playwright/test'
import { chromiumFlags } from '../e2e/support/chromium-flags.ts'
import { enter } from '../e2e/support/people.ts'
import { ensureBrowser } from '../tools/ensure-browser.ts'

/**
 * How long a tap takes until the next picture on a processor that is four times slower, on a
 * product that runs: `node bench/taps.ts [url]`. The browser's own event timing says so; its grain
 * is 8 ms.
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

const phone = { width: 390, height: 844 }

const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: chromiumFlags,
})
try {
  const context = await browser.newContext({
    baseURL: url,
    viewport: phone,
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const durations: number[] = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) durations.push(entry.duration)
    }).observe(Object.assign({ type: 'event', buffered: true }, { durationThreshold: 16 }))
    Object.assign(window, { durations })
  })
  await enter(page)
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  const devtools = await context.newCDPSession(page)
  // A window has a bar of its own, and what of the page is below its edge is never painted: the
  // answer to a tap down there would be counted only with the next change further up.
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
    const durations: number[] = await page.evaluate(() => Reflect.get(window, 'durations'))
    say(
      `${name.padEnd(18)} ${durations.length > 0 ? `${Math.max(...durations)} ms` : 'under 16 ms'}`,
    )
  }
  say(`load ${loadavg()[0]}`)
} finally {
  await browser.close()
}
