import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'
import { chromiumFlags } from '../e2e/chromium-flags.ts'
import { enter } from '../e2e/people.ts'
import { ensureBrowser } from '../tools/ensure-browser.ts'

/**
 * What Lighthouse (mobile) says of five screens of a product that runs, the median of five runs each:
 * `node bench/lighthouse.ts [url] [runs]`. It is fetched by npx for this alone: 114 packages are too many to install with
 * everything else. Only on a quiet machine does it measure the page and not the machine.
 */

const version = '13.5.0'
const [url = 'http://localhost:3000', runs = '5'] = process.argv.slice(2)
const screens = [
  { path: '/', signedIn: false },
  { path: '/start', signedIn: false },
  { path: '/login', signedIn: false },
  { path: '/games', signedIn: true },
  { path: '/demo-games/mines', signedIn: true },
]
const figures = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
  'speed-index',
]

interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number | null }>>
  readonly audits: Readonly<Record<string, { readonly displayValue?: string }>>
}

const folder = await mkdtemp(join(tmpdir(), 'pipkin-lighthouse-'))
const say = (line: string) => process.stdout.write(`${line}\n`)
say(`load ${loadavg()[0]}, performance · accessibility · best practices · SEO, then ${figures.join(', ')}`)
try {
  for (const { path, signedIn } of screens) {
    const reports: Report[] = []
    for (let run = 0; run < Number(runs); run += 1) reports.push(await look(path, signedIn))
    const byPerformance = reports.sort((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'))
    const median = byPerformance[Math.floor(reports.length / 2)]
    if (!median) throw new Error('no run')
    const scores = ['performance', 'accessibility', 'best-practices', 'seo'].map((name) =>
      scoreOf(median, name),
    )
    const said = figures.map((name) => median.audits[name]?.displayValue ?? '–')
    say(`${path.padEnd(18)} ${scores.join(' · ')}   ${said.join('  ')}`)
  }
} finally {
  await rm(folder, { recursive: true })
}
say(`load ${loadavg()[0]}`)

function scoreOf({ categories }: Report, name: string): number {
  return Math.round((categories[name]?.score ?? 0) * 100)
}

/** One run in a browser of its own, which has seen nothing before. */
async function look(path: string, signedIn: boolean): Promise<Report> {
  const profile = await mkdtemp(join(folder, 'profile-'))
  const port = 9300 + (process.pid % 500)
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
    await promisify(execFile)('npx', [
      '--yes',
      `lighthouse@${version}`,
      `${url}${path}`,
      `--port=${port}`,
      '--disable-storage-reset',
      '--only-categories=performance,accessibility,best-practices,seo',
      '--output=json',
      `--output-path=${file}`,
      '--quiet',
    ])
    return JSON.parse(readFileSync(file, 'utf8'))
  } finally {
    await browser.close()
  }
}
