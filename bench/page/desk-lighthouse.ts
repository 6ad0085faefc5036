import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { freePort } from '../../apps/local/src/testing/free-port.ts'
import { chromiumFlags } from '../../e2e/support/chromium-flags.ts'
import { deskScreens } from '../../e2e/support/desk-screens.ts'
import { ensureBrowser } from '../../tools/ensure-browser.ts'
import { openBenchServer } from '../http/bench-server.ts'
import { fillForDesk, openDesk } from '../http/desk-process.ts'
import { runLighthouse } from './run-lighthouse.ts'

/**
 * What Lighthouse (desktop) says of the accessibility of each screen of the back office that a link
 * leads to, with 300 players: `node bench/page/desk-lighthouse.ts [screen…]`. Exits 1 below 100.
 * Needs a built back office.
 */
const asked = process.argv.slice(2)
const say = (line: string) => process.stdout.write(`${line}\n`)

const bench = await openBenchServer()
try {
  const database = await bench.make('desk')
  await fillForDesk(database, 300, () => undefined)
  const desk = await openDesk(database)
  const [name = '', value = ''] = desk.cookie.split('=')
  const port = await freePort()
  const browser = await chromium.launchPersistentContext(
    await mkdtemp(join(bench.folder, 'profile-')),
    {
      executablePath: await ensureBrowser(),
      args: [...chromiumFlags, `--remote-debugging-port=${port}`],
    },
  )
  await browser.addCookies([{ name, value, url: desk.url, httpOnly: true, sameSite: 'Strict' }])
  const screens = [...asked]
  if (asked.length === 0)
    for await (const { path } of deskScreens(await browser.newPage(), desk.url, [
      '/players?text=meera',
    ]))
      screens.push(path)
  for (const screen of screens) {
    const { categories, audits } = await runLighthouse({
      url: `${desk.url}${screen}`,
      port,
      categories: ['accessibility'],
      file: join(bench.folder, 'report.json'),
      more: ['--preset=desktop'],
    })
    const score = Math.round((categories.accessibility?.score ?? 0) * 100)
    const failed = Object.values(audits).filter((audit) => audit.score === 0)
    say(`${screen}: ${score}${failed.map(({ title }) => `; ${title}`).join('')}`)
    if (score < 100) process.exitCode = 1
  }
  await browser.close()
  await desk.stop()
} finally {
  await bench.close()
}
