import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { freePort } from '../../apps/local/src/testing/free-port.ts'
import { chromiumFlags } from '../../e2e/support/chromium-flags.ts'
import { enter } from '../../e2e/support/people.ts'
import { ensureBrowser } from '../../tools/ensure-browser.ts'
import { median } from '../quantile.ts'
import { type Report, runLighthouse } from './run-lighthouse.ts'

/**
 * Runs Lighthouse (mobile) on five screens of running products, and prints the medians as a
 * Markdown table: `node bench/page/lighthouse.ts [URL …]`. Several products take turns. They run
 * with `PIPKIN_RATE_LIMITS=off`, since each run of a player's screen signs up a player. Use a quiet
 * machine, or it measures the machine.
 */

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    /** How many times slower than this machine the processor is; Lighthouse's own is 4. */
    slower: { type: 'string', default: '4' },
    /** `simulate` computes what a slow device would take, `devtools` slows the browser. */
    by: { type: 'string', default: 'simulate' },
    /** Only these screens. */
    path: { type: 'string', multiple: true },
  },
})
const urls = positionals.length > 0 ? positionals : ['http://localhost:3000']
const runs = Number(options.runs)
if (!['simulate', 'devtools'].includes(options.by))
  throw new Error(`--by takes simulate or devtools, not "${options.by}".`)
const screens = [
  { path: '/', signedIn: false },
  { path: '/start', signedIn: false },
  { path: '/login', signedIn: false },
  { path: '/games', signedIn: true },
  { path: '/demo-games/mines', signedIn: true },
].filter(({ path }) => options.path?.includes(path) ?? true)

const score = (name: string) => (report: Report) =>
  Math.round((report.categories[name]?.score ?? 0) * 100)
const figure = (name: string) => (report: Report) => report.audits[name]?.numericValue ?? Number.NaN
const blocked = figure('total-blocking-time')
const whole = (value: number) => value.toFixed(0)
const seconds = (value: number) => `${(value / 1000).toFixed(1)} s`

const columns: readonly {
  head: string
  of(report: Report): number
  text(value: number): string
}[] = [
  { head: 'Performance', of: score('performance'), text: whole },
  { head: 'Accessibility', of: score('accessibility'), text: whole },
  { head: 'Best practices', of: score('best-practices'), text: whole },
  { head: 'SEO', of: score('seo'), text: whole },
  { head: 'First paint', of: figure('first-contentful-paint'), text: seconds },
  { head: 'Largest', of: figure('largest-contentful-paint'), text: seconds },
  { head: 'Blocked', of: blocked, text: (value) => `${whole(value)} ms` },
  { head: 'Shift', of: figure('cumulative-layout-shift'), text: (value) => value.toFixed(3) },
  { head: 'Speed index', of: figure('speed-index'), text: seconds },
]

const folder = await mkdtemp(join(tmpdir(), 'pipkin-lighthouse-'))
const say = (line: string) => process.stdout.write(`${line}\n`)
const sayLoad = () => say(`load ${loadavg()[0]?.toFixed(1)}`)
sayLoad()
try {
  const reports = screens.map(() => urls.map((): Report[] => []))
  // Interleaved: other work on the machine affects all screens and products alike.
  for (let run = 0; run < runs; run += 1) {
    for (const [place, { path, signedIn }] of screens.entries()) {
      // Each product is first as often as it is last.
      const turn = [...urls.entries()]
      for (const [side, url] of run % 2 === 0 ? turn : turn.reverse())
        reports[place]?.[side]?.push(await twice(() => look(url, path, signedIn)))
    }
    say(`run ${run + 1} of ${runs} done`)
  }
  const row = (cells: readonly string[]) => say(`| ${cells.join(' | ')} |`)
  row(['Screen', 'Product', ...columns.map(({ head }) => head), 'Each blocked'])
  row(['---', '---', ...columns.map(() => '---:'), '---'])
  for (const [place, { path }] of screens.entries())
    for (const [side, url] of urls.entries()) {
      const own = reports[place]?.[side] ?? []
      row([
        `\`${path}\``,
        url,
        ...columns.map(({ of, text }) => text(median(own.map(of)))),
        own.map((report) => whole(blocked(report))).join(' '),
      ])
    }
} finally {
  await rm(folder, { recursive: true, force: true })
}
sayLoad()

/**
 * A browser that doesn't start, or a page that Lighthouse can't judge, gives no figure: it is tried
 * once more.
 */
async function twice<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    say(`once more: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`)
    return act()
  }
}

/** One run in a fresh browser of its own. */
async function look(url: string, path: string, signedIn: boolean): Promise<Report> {
  const profile = await mkdtemp(join(folder, 'profile-'))
  const port = await freePort()
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: await ensureBrowser(),
    args: [...chromiumFlags, `--remote-debugging-port=${port}`],
    baseURL: url,
    serviceWorkers: 'block',
  })
  try {
    if (signedIn) {
      const page = await browser.newPage()
      await enter(page)
      await page.goto('/verify.html')
      await page.close()
    }
    const file = join(profile, 'report.json')
    const report = await runLighthouse({
      url: `${url}${path}`,
      port,
      categories: ['performance', 'accessibility', 'best-practices', 'seo'],
      file,
      more: [
        `--throttling-method=${options.by}`,
        `--throttling.cpuSlowdownMultiplier=${options.slower}`,
      ],
    })
    if (report.categories.performance?.score == null)
      throw new Error(`Lighthouse could not judge ${path}`)
    return report
  } finally {
    await browser.close()
  }
}
