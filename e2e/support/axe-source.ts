import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const ofBuilder = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))
/** By default it is the 1.5 MB with comments, which take longer to compile than to look. */
const minified = readFileSync(ofBuilder.resolve('axe-core/axe.min.js'), 'utf8')

/** What brings axe into the page; a no-op where axe is there already. */
export const axeSourceFor = async (page: Page): Promise<string> =>
  (await page.evaluate(() => 'axe' in window)) ? 'void 0' : minified
