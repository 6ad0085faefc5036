import type { Path } from '../../apps/web/src/paths.ts'
import {
  expectAccessible,
  expectAccessibleAt,
  expectRoomToPress,
  expectStill,
  watchMotion,
} from '../support/look-over.ts'
import { enter } from '../support/people.ts'
import { readMap } from '../support/read-map.ts'
import { screenTexts, visitorTexts } from '../support/screen-texts.ts'
import { expect, type Page, test } from '../support/test.ts'

/**
 * Every screen of the map, light and dark: its texts and title, no finding of axe (account screens
 * at three widths), room to press at 320 px, and where Back leads. With reduced motion, nothing
 * moves.
 */

const places = readMap()
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' })

/** The screens for getting in and for security: checked at other widths too. */
const ofAccounts: ReadonlySet<string> = new Set([
  ...['/start', '/signup', '/login', '/forgot-password', '/reset-password', '/not-me'],
  ...['/account', '/account/security', '/account/change-password', '/account/your-data'],
  ...['/account/my-profile', '/account/my-profile/edit-profile'],
])

async function check(
  page: Page,
  { path, title, documentTitle = title, withoutNavigation, back }: Path,
  texts = screenTexts,
): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto(path)
  await expect(page).toHaveTitle(`${documentTitle} · Pipkin`)
  for (const text of texts[path] ?? [])
    await expect
      .soft(page.getByText(text, { exact: true }).filter({ visible: true }).first(), path)
      .toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(navigation(page)).toHaveCount(withoutNavigation ? 0 : 1)
  await expectAccessible(page, path)
  if (ofAccounts.has(path)) await expectAccessibleAt(page, path, [1440, 320])
  await expectRoomToPress(page, path)
  // By now it was opened, shown in both themes, and made narrow.
  await expectStill(page, path)
  if (typeof back !== 'string') return
  // A bet sheet covers its game.
  if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Back' }).first().click()
  await expect(page).toHaveURL(back)
  await expect(page.locator('h1')).toBeFocused()
}

test('the map of screens was read, and each has its texts', () => {
  expect(places.length).toBeGreaterThan(25)
  expect(places.map(({ path }) => path).toSorted()).toEqual(Object.keys(screenTexts).toSorted())
})

test('the screens of a visitor', async ({ page }) => {
  await watchMotion(page)
  for (const place of places.filter(({ guarded }) => !guarded)) {
    const isOfPlayersToo = place.path in visitorTexts
    // Back leads to Account, which redirects a visitor.
    const asVisited: Path = isOfPlayersToo ? { ...place, back: '/start' } : place
    await check(page, asVisited, { ...screenTexts, ...visitorTexts })
  }
})

const guarded = places.filter(({ guarded }) => guarded)
const ofPlayers = [...guarded, ...places.filter(({ path }) => path in visitorTexts)]
const parts = 4
for (let part = 0; part < parts; part += 1)
  test(`the screens of a player, part ${part}`, async ({ page }) => {
    await watchMotion(page)
    await enter(page)
    for (const place of ofPlayers.filter((_, number) => number % parts === part))
      await check(page, place)
  })
