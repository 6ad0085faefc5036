import { expect, type Locator, type Page } from '@playwright/test'

/**
 * Uses the keyboard alone, as someone without a pointer does: Tab to each control. Each step fails
 * if the focus is lost, as behind a closed sheet, or can't be seen.
 */

/** More than any screen has controls. */
const mostTabs = 80

/** Moves to a control by Tab. */
export async function tabTo(target: Locator): Promise<void> {
  const page = target.page()
  await expect(target).toBeEnabled()
  await expectFocusKept(page)
  // Find it once: each search by role and name goes through the whole page.
  const element = await target.elementHandle()
  for (let tabs = 0; tabs < mostTabs; tabs += 1) {
    const way = await element?.evaluate(wayTo)
    if (way === 'there') return expectFocusSeen(target)
    await page.keyboard.press(way === 'back' ? 'Shift+Tab' : 'Tab')
  }
  throw new Error(`Tab doesn't come to ${target}`)
}

/** Goes to a control and presses a key on it. */
export async function press(target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press(key)
}

/** The longest text that is typed key by key: each key costs the page a render. */
const longestTyped = 6

/** Replaces a field's text by typing. A long text is inserted at once, as by paste. */
export async function typeIn(target: Locator, text: string): Promise<void> {
  const { keyboard } = target.page()
  await tabTo(target)
  await keyboard.press('ControlOrMeta+A')
  await keyboard.press('Delete')
  if (text.length > longestTyped) await keyboard.insertText(text)
  else await keyboard.type(text)
}

/** Goes to a list and chooses by the beginning of a name, as the browser's own list does. */
export async function choose(target: Locator, name: string): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.type(name)
  await expect(target.locator('option:checked')).toHaveText(name)
}

/** Presses a button by its name; a `Press` for the functions that play rounds. */
export const pressButton = (page: Page, name: string | RegExp): Promise<void> =>
  press(page.getByRole('button', { name }).first())

/**
 * Expects that the focus isn't lost: once an element had it, it must be on a control, or on the
 * heading or the sheet that was opened.
 */
const expectFocusKept = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(isFocusKept), { message: 'the focus was lost' }).toBe(true)

/** In the page. */
function isFocusKept(): boolean {
  const { activeElement } = document
  const isSomewhere = activeElement !== null && activeElement !== document.body
  if (isSomewhere) Object.assign(window, { hadFocus: true })
  return isSomewhere || !('hadFocus' in window)
}

/** In the page: whether Tab or Shift+Tab reaches an element from the focus. */
function wayTo(element: Element): 'there' | 'on' | 'back' {
  const { activeElement } = document
  if (activeElement === element) return 'there'
  const place = activeElement?.compareDocumentPosition(element) ?? 0
  return place & Node.DOCUMENT_POSITION_PRECEDING ? 'back' : 'on'
}

/** The control that has the focus shows its ring, and isn't covered. */
const expectFocusSeen = (target: Locator): Promise<void> =>
  expect
    .poll(() => target.evaluate(unseen), { message: `the focus on ${target} is not seen` })
    .toEqual([])

/** In the page: what hides the focus on an element. */
function unseen(element: Element): string[] {
  // The elements around or beside some controls draw them.
  const around = [element.parentElement, element.parentElement?.parentElement].filter(
    (one) => one !== null && one !== undefined,
  )
  const drawn = [element, ...around, ...(element.parentElement?.querySelectorAll('*') ?? [])]
  const hasRing = drawn.some((one) => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(one)
    if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2)
      return !/^(transparent|rgba\(.*, 0\))$/.test(outlineColor)
    const focus = getComputedStyle(one).getPropertyValue('--focus').trim()
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(focus.slice(at, at + 2), 16))
    return boxShadow.includes(`rgb(${red}, ${green}, ${blue}) 0px 0px 0px 2px inset`)
  })
  const { left, top, right, bottom } = element.getBoundingClientRect()
  const isOnTop = [left + 2, (left + right) / 2, right - 2].some((x) =>
    [top + 2, (top + bottom) / 2, bottom - 2].some((y) => {
      const hit = document.elementFromPoint(x, y)
      return hit !== null && (element.contains(hit) || around.some((one) => one === hit))
    }),
  )
  return [...(hasRing ? [] : ['no ring']), ...(isOnTop ? [] : ['covered'])]
}
