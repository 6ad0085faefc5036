import type { RunOnly } from 'axe-core'
import { axeFindings } from './axe-findings.ts'
import { expect, type Page } from './test.ts'

const smallest = 44

const themes = ['light', 'dark'] as const

/** No finding of axe (WCAG 2.2 AA) in what is on screen, light or dark. */
export async function expectAccessible(page: Page, about: string): Promise<void> {
  for (const theme of themes) {
    await showIn(page, theme)
    await expectNoFinding(page, `${about}, ${theme}`, theme)
  }
}

/** The narrowest phone; its colours are those of the others. */
const narrowest = 320

/**
 * Expects no finding of axe at these widths. Resizes the window, without opening the page again,
 * and puts it back. The window is high enough for all rows: axe reports a row that is half behind
 * the navigation as too small.
 */
export async function expectAccessibleAt(
  page: Page,
  about: string,
  widths: readonly number[],
): Promise<void> {
  const before = page.viewportSize()
  for (const theme of themes) {
    await showIn(page, theme)
    for (const width of widths) {
      if (theme === 'dark' && width === narrowest) continue
      await page.setViewportSize({ width, height: 1_800 })
      await expectNoFinding(page, `${about} at ${width} px, ${theme}`, theme)
    }
  }
  if (before) await page.setViewportSize(before)
}

async function showIn(page: Page, colorScheme: (typeof themes)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
}

async function expectNoFinding(
  page: Page,
  about: string,
  theme: (typeof themes)[number],
): Promise<void> {
  const found = await axeFindings(page, rulesOf[theme])
  expect.soft(found.map((one) => `${about}: ${one}`)).toEqual([])
}

/** In the dark only the colours differ. */
const rulesOf: Readonly<Record<(typeof themes)[number], RunOnly>> = {
  light: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/** Accessible in both themes, and room to press on the smallest phone. */
export async function lookOver(page: Page, about: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await expectAccessible(page, about)
  await expectRoomToPress(page, about)
}

/** Accessible on phones and computers, and room to press on the smallest. */
export async function expectGoodAtAllWidths(page: Page, about: string): Promise<void> {
  await expectAccessibleAt(page, about, [390, 1440, 320])
  await expectRoomToPress(page, about)
}

/** Makes each page record from now on what moves by CSS or by a script. */
export async function watchMotion(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    const name = (of: EventTarget | null) =>
      of instanceof Element ? of.outerHTML.slice(0, 100) : ''
    document.addEventListener('transitionrun', (event) =>
      moved.push(`transition of ${event.propertyName}: ${name(event.target)}`),
    )
    document.addEventListener('animationstart', (event) => {
      // A late skeleton doesn't move: it only waits.
      if (event.animationName !== 'appear')
        moved.push(`animation ${event.animationName}: ${name(event.target)}`)
    })
  })
}

/** Expects that a watched page stands still, and has since it was opened. */
export async function expectStill(page: Page, about: string): Promise<void> {
  const motion = await page.evaluate(() => {
    const running = document
      .getAnimations()
      .map((animation) => `${animation.constructor.name} ${animation.playState}`)
    const { moved } = window as { moved?: string[] }
    return [...running, ...(moved ?? ['nothing was watched'])]
  })
  expect.soft(motion, about).toEqual([])
}

/**
 * Expects that at 320 px the page doesn't scroll sideways, and that controls are at least 44 px
 * each way. Links in a sentence are as high as it is.
 */
export async function expectRoomToPress(page: Page, about: string): Promise<void> {
  const before = page.viewportSize()
  await page.setViewportSize({ width: narrowest, height: 700 })
  const { client, scroll } = await page.evaluate(() => ({
    client: document.documentElement.clientWidth,
    scroll: document.documentElement.scrollWidth,
  }))
  expect.soft(scroll, `${about} scrolls sideways at ${client} px`).toBeLessThanOrEqual(client)
  expect.soft(await page.evaluate(tooSmall, smallest), about).toEqual([])
  if (before) await page.setViewportSize(before)
}

/**
 * In the page: the controls that are smaller than that, measured by their own box together with
 * what is drawn around it to catch a finger.
 */
function tooSmall(least: number): string[] {
  const pressable =
    'a[href], button, select, input:not([type=hidden]), [role=button], [role=tab], [role=switch], [role=radio], [role=slider]'
  const reach = (element: Element): { width: number; height: number } => {
    const own = element.getBoundingClientRect()
    let [width, height] = [own.width, own.height]
    for (const pseudo of ['::before', '::after']) {
      const style = getComputedStyle(element, pseudo)
      if (style.content === 'none' || style.position !== 'absolute') continue
      width = Math.max(width, Number.parseInt(style.width, 10) || 0)
      height = Math.max(height, Number.parseInt(style.height, 10) || 0)
    }
    return { width, height }
  }
  const isInSentence = (element: Element): boolean => {
    const around = element.parentElement
    return (
      element.tagName === 'A' &&
      getComputedStyle(element).display === 'inline' &&
      [...(around?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      )
    )
  }
  return [...document.querySelectorAll(pressable)]
    .filter(
      (element) =>
        element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        !element.closest('[inert], [aria-hidden=true]'),
    )
    .filter((element) => !element.matches(':disabled') && !isInSentence(element))
    .flatMap((element) => {
      // A label or a box around a field catches the finger for it.
      const boxes = [
        element,
        ...(element.matches('input, select')
          ? [element.closest('label'), element.parentElement, element.parentElement?.parentElement]
          : []),
      ]
      const [width, height] = (['width', 'height'] as const).map((side) =>
        Math.max(...boxes.map((box) => (box ? reach(box)[side] : 0))),
      )
      return (width ?? 0) + 0.5 < least || (height ?? 0) + 0.5 < least
        ? [
            `${Math.round(width ?? 0)} × ${Math.round(height ?? 0)}: ${element.outerHTML.slice(0, 140)}`,
          ]
        : []
    })
}
