import { loadavg } from 'node:os'
import { type Browser, type BrowserContextOptions, chromium } from '@playwright/test'
import { chromiumFlags } from '../../e2e/support/chromium-flags.ts'
import { enter } from '../../e2e/support/people.ts'
import { ensureBrowser } from '../../tools/ensure-browser.ts'
import { median } from '../quantile.ts'

/**
 * Measures how long tasks block a page during its first load, on a processor twelve times slower:
 * `node bench/page/blocked.ts ROUNDS URL [URL …]`, with the URL of each running product. They take
 * turns, and run with `PIPKIN_RATE_LIMITS=off`.
 *
 * As in Lighthouse, a task blocks for what it takes beyond 50 ms, from the first paint on. Counts
 * the processor's time, times twelve: other work on the machine hardly changes it. The page's clock
 * runs twelve times as fast, so that code which pauses by the clock pauses as often.
 */

const [rounds = '', ...urls] = process.argv.slice(2)
const slower = 12
const pages = [
  { path: '/', signedIn: false },
  { path: '/games', signedIn: true },
  { path: '/demo-games/mines', signedIn: true },
]
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  hasTouch: true,
  isMobile: true,
  serviceWorkers: 'block',
} as const
const categories = [
  'toplevel',
  'loading',
  'v8',
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
]

/** What a trace says of a span, in µs; `tdur` is the processor's time. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
}

const columns = ['blocked', 'longest', 'scripts', 'style', 'layout', 'all'] as const
type Figures = Readonly<Record<(typeof columns)[number], number>>

const say = (line: string) => process.stdout.write(`${line}\n`)
const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: chromiumFlags,
})
try {
  const players = new Map<string, BrowserContextOptions['storageState']>()
  for (const url of urls) players.set(url, await makePlayer(url))
  const seen = pages.map(() => urls.map((): Figures[] => []))
  say(`load ${loadavg()[0]?.toFixed(1)}`)
  for (let round = 0; round < Number(rounds); round += 1)
    for (const [place, { path, signedIn }] of pages.entries()) {
      // Each is first as often as it is last.
      const turn = [...urls.entries()]
      for (const [side, url] of round % 2 === 0 ? turn : turn.reverse())
        seen[place]?.[side]?.push(
          await look(browser, url, path, signedIn ? players.get(url) : undefined),
        )
    }
  say(`load ${loadavg()[0]?.toFixed(1)}`)
  say(`| ${['Page', 'Product', ...columns].join(' | ')} | each blocked |`)
  say(`| --- | --- |${' ---: |'.repeat(columns.length)} --- |`)
  for (const [place, { path }] of pages.entries())
    for (const [side, url] of urls.entries()) {
      const own = seen[place]?.[side] ?? []
      const cells = columns.map((name) => median(own.map((one) => one[name])).toFixed(0))
      const each = own.map(({ blocked }) => blocked.toFixed(0)).join(' ')
      say(`| \`${path}\` | ${url} | ${cells.join(' | ')} | ${each} |`)
    }
} finally {
  await browser.close()
}

async function makePlayer(url: string): Promise<BrowserContextOptions['storageState']> {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block' })
  const page = await context.newPage()
  await enter(page)
  // A page of its own, without the app.
  await page.goto('/verify.html')
  const state = await context.storageState()
  await context.close()
  return state
}

/** Loads a page in a browser that has seen nothing before. */
async function look(
  on: Browser,
  url: string,
  path: string,
  player: BrowserContextOptions['storageState'],
): Promise<Figures> {
  const context = await on.newContext({
    ...phone,
    baseURL: url,
    ...(player && { storageState: player }),
  })
  const page = await context.newPage()
  await page.addInitScript((times) => {
    const now = performance.now.bind(performance)
    performance.now = () => now() * times
  }, slower)
  await on.startTracing(page, { categories })
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(3_000)
  const trace = await on.stopTracing()
  await context.close()
  const { traceEvents }: { traceEvents: TraceEvent[] } = JSON.parse(trace.toString())
  return figuresOf(traceEvents.toSorted((a, b) => a.ts - b.ts))
}

function figuresOf(events: readonly TraceEvent[]): Figures {
  const picture = events.findLast(({ name }) => name === 'firstContentfulPaint')
  if (!picture) throw new Error('the page has shown nothing')
  const { pid, tid, ts: from } = picture
  const spans = events
    .filter((event) => event.ph === 'X' && event.pid === pid && event.tid === tid)
    .filter(({ ts, dur = 0 }) => ts + dur > from)
    .map(({ name, dur = 0, tdur = dur }) => ({ name, ms: (tdur * slower) / 1000 }))
  const of = (name: RegExp) => spans.filter((span) => name.test(span.name)).map(({ ms }) => ms)
  const sum = (times: readonly number[]) => times.reduce((all, one) => all + one, 0)
  const spent = (name: RegExp) => sum(of(name))
  const tasks = of(/^RunTask$/)
  return {
    blocked: sum(tasks.map((ms) => Math.max(0, ms - 50))),
    longest: Math.max(...tasks),
    scripts: spent(/^(v8\.evaluateModule|FunctionCall)$/),
    style: spent(/^UpdateLayoutTree$/),
    layout: spent(/^Layout$/),
    all: sum(tasks),
  }
}
