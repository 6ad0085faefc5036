import type { Page, Route } from '@playwright/test'

type Url = string | RegExp
type Handle = (route: Route) => unknown

/**
 * Handles the requests to a URL until the returned function is called; later ones go to the server.
 * Unlike `unroute` and `times` it leaves the page intercepted: where the last interception ends,
 * Chromium now and then loses a request that begins in that moment.
 */
export async function routeUntil(page: Page, url: Url, handle: Handle): Promise<() => void> {
  let isOver = false
  await page.route(url, (route) => (isOver ? route.fallback() : handle(route)))
  return () => {
    isOver = true
  }
}

/** Handles the next request to a URL. */
export async function routeOnce(page: Page, url: Url, handle: Handle): Promise<void> {
  const end = await routeUntil(page, url, (route) => {
    end()
    return handle(route)
  })
}
