import { type Browser, expect, type Page } from '@playwright/test'
import { generateSync } from 'otplib'

/** The size of the back office's window, as docs/pictures show it too. */
export const deskSize = { width: 1440, height: 900 }

/** A browser of an operator's own, at the back office. */
export async function operatorPage(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL,
    viewport: deskSize,
    // Times are UTC, wherever an operator sits.
    timezoneId: 'Asia/Kolkata',
    isMobile: false,
    hasTouch: false,
  })
  return context.newPage()
}

/**
 * Comes in by a one-time link, with its code where two have invited, and adds the app. `look` sees
 * each screen on the way.
 */
export async function comeIn(
  page: Page,
  link: string,
  { name, email, code }: { readonly name: string; readonly email: string; readonly code?: string },
  look: (page: Page, about: string) => Promise<void> = async () => undefined,
): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('E-mail').fill(email)
  if (code !== undefined) await page.getByLabel('Code', { exact: true }).fill(code)
  await look(page, 'enter')
  await page.getByRole('button', { name: 'Go on' }).click()
  const secret = (await page.getByTestId('secret').textContent()) ?? ''
  await look(page, 'add an app')
  await page.getByLabel('Code of your authenticator app').fill(generateSync({ secret }))
  await page.getByRole('button', { name: 'Add the app' }).click()
  await expect(page.getByRole('heading', { name: 'Now', exact: true })).toBeVisible()
}

/** A player's page whose calls come from an address: the product must trust the proxy. */
export async function pageFrom(browser: Browser, baseURL: string, ip: string): Promise<Page> {
  const context = await browser.newContext({ baseURL, extraHTTPHeaders: { 'x-forwarded-for': ip } })
  return context.newPage()
}
