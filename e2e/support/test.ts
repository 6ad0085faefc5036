import { test as base, expect } from '@playwright/test'

/**
 * Every journey also fails on what the browser complains of: a script's error, or something that
 * the page's policy forbids.
 */
export const test = base.extend<{ complaints: string[] }>({
  complaints: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('console', (message) => {
        if (/Content Security Policy|Content-Security-Policy/.test(message.text()))
          complaints.push(message.text())
      })
      await use(complaints)
      expect(complaints).toEqual([])
    },
    { auto: true },
  ],
})

/** For journeys that look at motion; the others reduce it. */
export const inMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const

export { type Browser, expect, type Page, type Request } from '@playwright/test'
