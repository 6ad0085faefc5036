import AxeBuilder from '@axe-core/playwright'
import { enter } from './people.ts'
import { type Place, readMap } from './read-map.ts'
import { expect, type Page, test } from './test.ts'

/** Every screen of the map, light and dark: no finding of axe (WCAG 2.2 AA), its title, no sideways scroll at 320 px. */

const places = readMap()

async function check(page: Page, { path, title }: Place): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await page.goto(path)
    await expect(page).toHaveTitle(`${title} · Pipkin`)
    await expect(page.getByRole('heading').first()).toBeAttached()
    await page.waitForLoadState('networkidle')
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze()
    expect.soft(violations.map(({ id, nodes }) => `${path} ${theme} ${id}: ${nodes[0]?.html}`)).toEqual([])
  }
  await page.setViewportSize({ width: 320, height: 700 })
  const { width, wide } = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    wide: document.documentElement.scrollWidth,
  }))
  expect.soft(wide, `${path} scrolls sideways at ${width} px`).toBeLessThanOrEqual(width)
  await page.setViewportSize({ width: 390, height: 844 })
}

test('the map of screens was read', () => {
  expect(places.length).toBeGreaterThan(25)
})

test('the screens that everybody may see', async ({ page }) => {
  test.setTimeout(900_000)
  for (const place of places.filter(({ guarded }) => !guarded)) await check(page, place)
})

test('the screens of a player', async ({ page }) => {
  test.setTimeout(900_000)
  await enter(page)
  for (const place of places.filter(({ guarded }) => guarded)) await check(page, place)
})
