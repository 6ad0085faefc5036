import type { Page } from '@playwright/test'

/**
 * Opens every screen of the back office that a link leads to, one of each kind, and answers its
 * path and kind once it has loaded: the address with `:id` for each number, and the part that is
 * shown. `more` are addresses that no link leads to.
 */
export async function* deskScreens(page: Page, url: string, more: readonly string[] = []) {
  const known = new Set<string>()
  const found = ['/', ...more]
  for (const path of found) {
    const kind = kindOf(new URL(path, url))
    if (known.has(kind)) continue
    known.add(kind)
    await page.goto(`${url}${path}`)
    await page.locator('main h1').first().waitFor()
    await page.waitForFunction(() => !document.querySelector('main [aria-busy=true]'))
    yield { kind, path }
    const links = await page
      .locator('main a[href], nav a[href]')
      .evaluateAll((all) => all.map((link) => (link instanceof HTMLAnchorElement ? link.href : '')))
    for (const link of links) if (link.startsWith(`${url}/`)) found.push(link.slice(url.length))
  }
}

function kindOf({ pathname, searchParams }: URL): string {
  const view = searchParams.get('view')
  return `${pathname.replace(/\d+/g, ':id')}${view === null ? '' : `?view=${view}`}`
}
