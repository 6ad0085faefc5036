import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { RunOnly } from 'axe-core'

const { resolve } = createRequire(import.meta.url)
/** The 1.5 MB with comments take longer to compile than to look. */
const axeSource = readFileSync(resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What these rules of axe find in the page, without frames. Axe's own runner for Playwright passes
 * all results on and sets axe up anew each time, which takes half as long again.
 */
export async function axeFindings(page: Page, rules: RunOnly): Promise<readonly string[]> {
  const found = await page.evaluate(runAxe, rules)
  if (found !== null) return found
  await page.evaluate(axeSource)
  const foundThen = await page.evaluate(runAxe, rules)
  if (foundThen === null) throw new Error('axe was not loaded')
  return foundThen
}

/** In the page; null where axe isn't there yet. */
async function runAxe(runOnly: RunOnly): Promise<readonly string[] | null> {
  const { axe } = window as { axe?: typeof import('axe-core') }
  if (!axe) return null
  // Colours on their way from one theme to the other are neither's.
  const transitions = document
    .getAnimations()
    .filter((animation) => animation instanceof CSSTransition)
  await Promise.allSettled(transitions.map(({ finished }) => finished))
  // Only what breaks a rule is described.
  const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] })
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}
