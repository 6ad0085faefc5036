import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

const run = promisify(execFile)

const known = [
  process.env.PIPKIN_BROWSER,
  // Without windows: a page costs half the processor time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The path of a Chromium or Chrome. If there is none, installs one: Debian's as root, else
 * Playwright's own. Throws with a sentence if neither can be installed.
 */
export async function ensureBrowser(): Promise<string> {
  const found = findBrowser()
  if (found) return found
  process.stdout.write('No Chrome or Chromium here: installing one for the browser tests.\n')
  const failures: string[] = []
  for (const [command, args] of ways()) {
    try {
      await run(command, args, {
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        maxBuffer: 64 * 1024 * 1024,
      })
    } catch (error) {
      failures.push(
        `${command}: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`,
      )
    }
    const installed = findBrowser() ?? (await playwrightBrowser())
    if (installed) return installed
  }
  throw new Error(
    `The browser tests need Chrome or Chromium, and none could be installed (${failures.join('; ')}): install one, or name it in PIPKIN_BROWSER.`,
  )
}

const findBrowser = (): string | undefined =>
  known.find((path) => path !== undefined && existsSync(path))

function ways(): [string, string[]][] {
  const install = 'apt-get install -y -q --no-install-recommends'
  const debian: [string, string[]][] =
    process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
      ? [
          [
            'sh',
            ['-c', `apt-get update -q; ${install} chromium-headless-shell || ${install} chromium`],
          ],
        ]
      : []
  return [
    ...debian,
    ['playwright', ['install', '--with-deps', 'chromium']],
    ['playwright', ['install', 'chromium']],
  ]
}

async function playwrightBrowser(): Promise<string | undefined> {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}
