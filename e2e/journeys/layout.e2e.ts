import { fundedPlayer } from '../support/funded-player.ts'
import { enter, letIn, somebody } from '../support/people.ts'
import {
  betAndBegin,
  betButton,
  click,
  dockOf,
  leaveOpen,
  playAgain,
  rounds,
  tap,
} from '../support/play-round.ts'
import { expect, inMotion, type Page, test } from '../support/test.ts'

/** What stands where, in windows of several sizes. */

const boxOf = async (page: Page, selector: string) => {
  const box = await page.locator(selector).filter({ visible: true }).first().boundingBox()
  if (!box) throw new Error(`${selector} is not on the screen`)
  return box
}
type Box = Awaited<ReturnType<typeof boxOf>>
const meet = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Bets, and checks that its toast covers nothing that it must not cover. */
async function expectToastAside(page: Page) {
  await expect(betButton(page)).toBeEnabled()
  await betButton(page).click()
  // The toast of an earlier bet may still be there: the newest is the last.
  const toast = page.getByRole('status').filter({ hasText: 'Game started!' }).last()
  await expect(betButton(page)).toBeHidden()
  // Hovering keeps the toast while the checks below run.
  await toast.hover()
  await expect(toast).toBeInViewport({ ratio: 1 })
  const place = await toast.boundingBox()
  for (const covered of ['[aria-label=Back]', '[aria-label^=Balance]'])
    expect.soft(place && meet(place, await boxOf(page, covered)), covered).toBe(false)
  // The controls below the toast. (The dock itself covers the board's end.)
  const underIt = () =>
    page.evaluate(() => {
      const shown = document.querySelector('[role=status] [aria-label=Dismiss]')?.closest('[role]')
      const { left, width, top, bottom } = shown?.getBoundingClientRect() ?? new DOMRect()
      const names = new Set<string | null>()
      for (let y = top + 1; y < bottom; y += 4)
        for (let x = left + 1; x < left + width; x += 8) {
          const below = document.elementsFromPoint(x, y).find((one) => !shown?.contains(one))
          const control = below?.closest('button, a')
          if (control) names.add(control.getAttribute('aria-label') ?? control.textContent)
        }
      return [...names]
    })
  expect.soft(await underIt()).toEqual([])
}

async function endMines(page: Page) {
  await tap(page, 'Row 1, column 1, hidden')
  const mine = page.getByRole('button', { name: 'Row 1, column 1, mine' })
  const safe = page.getByRole('button', { name: /^Row 1, column 1, [\d.]+ times$/ })
  await expect(mine.or(safe)).toBeVisible()
  // The bet's toast has gone before its time.
  await expect(page.getByText('Game started!')).toBeHidden({ timeout: 2_000 })
  if (await safe.isVisible()) await tap(page, 'Cash Out')
}

test.describe('in motion', () => {
  test.use(inMotion)

  test('the dock is in view, toasts cover no money and no way out, and the navigation stays', async ({
    page,
    baseURL,
  }) => {
    await fundedPlayer(page, baseURL ?? '', 500)
    await page.goto('/games/mines')
    await expectToastAside(page)
    for (const [width, height] of [
      [390, 844],
      [390, 600],
      [1024, 600],
      [1100, 600],
      [1440, 789],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.evaluate(() => scrollTo(0, 0))
      await expect(dockOf(page).getByRole('button', { name: 'Cash Out' })).toBeInViewport({
        ratio: 1,
      })
    }
    await endMines(page)
    await tap(page, 'Play Again')
    await expect(page.getByRole('spinbutton', { name: 'Stake' })).toBeFocused()
    await expectToastAside(page)
    const places = []
    for (const path of ['/', '/games', '/activities', '/account', '/account/wallet']) {
      await page.goto(path)
      const { x, width } = await boxOf(page, 'nav[aria-label=Main]')
      places.push([Math.round(x), Math.round(width)])
    }
    expect(new Set(places.map(String)).size, String(places)).toBe(1)
  })
})

test('in a wide window both columns begin at one height, and the balances end with them', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await enter(page)
  for (const [path, about] of [
    ['/', 'Start with a deposit'],
    ['/account', 'My Profile'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(about).first()).toBeVisible()
    const columns = await page.evaluate(() => {
      const rail = document.querySelector('main aside')
      return [rail?.previousElementSibling, rail?.firstElementChild].map(
        (column) => column?.firstElementChild?.getBoundingClientRect().top,
      )
    })
    expect(columns, path).toEqual([expect.any(Number), columns[0]])
  }
  await page.goto('/')
  const balances = await boxOf(page, 'div:has(> dl)')
  const rail = await boxOf(page, 'main aside')
  expect(balances.x + balances.width).toBe(rail.x + rail.width)
})

test('as soon as a window is wide, the widest screens fit between its margins', async ({
  page,
}) => {
  await enter(page)
  for (const width of [1100, 1130, 1160])
    for (const [path, about] of [
      ['/', 'Start with a deposit'],
      ['/games', 'Returns up to'],
    ] as const) {
      await page.setViewportSize({ width, height: 700 })
      await page.goto(path)
      await expect(page.getByText(about).first()).toBeVisible()
      for (const part of [
        'main aside',
        'main div:has(> aside)',
        'main header > div, header > div',
      ]) {
        const { x, width: wide } = await boxOf(page, part)
        expect.soft(x, `${path} at ${width} px, ${part}`).toBeGreaterThanOrEqual(10)
        expect.soft(x + wide, `${path} at ${width} px, ${part}`).toBeLessThanOrEqual(width - 10)
      }
      if (path !== '/') continue
      const note = await page.getByText('Largest single returns, 7 days').boundingBox()
      expect.soft(note?.height, `the note at ${width} px in one line`).toBeLessThan(20)
    }
})

test('the ways to move money stand apart where text is twice as large', async ({ page }) => {
  await enter(page)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/account/wallet')
    const ways = page.getByRole('navigation', { name: 'Wallet' }).getByRole('link')
    await expect(ways).toHaveCount(4)
    const rows = () =>
      ways.evaluateAll((all) => new Set(all.map((way) => way.getBoundingClientRect().top)).size)
    expect(await rows(), `${width} px`).toBe(1)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    const boxes = await ways.evaluateAll((all) =>
      all.map((way) => way.getBoundingClientRect().toJSON() as DOMRect),
    )
    const met = boxes.filter((one, index) => boxes.slice(index + 1).some((two) => meet(one, two)))
    expect(met, `${width} px`).toEqual([])
  }
})

test('a seed and the code of an invite keep to their cards where text is twice as large', async ({
  page,
}) => {
  await enter(page)
  const enlarge = () =>
    page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
  await page.goto('/fairness')
  const seed = page.getByRole('definition').filter({ hasText: '…' }).first()
  await expect(seed).toBeVisible()
  await enlarge()
  // Two lines, and no letter below the other.
  expect((await seed.boundingBox())?.height).toBeLessThan(120)
  const history = await page.getByRole('link', { name: 'My history' }).boundingBox()
  expect((history?.x ?? 0) + (history?.width ?? 0)).toBeLessThan(390)
  await page.goto('/account/invite')
  const code = page.getByRole('img', { name: 'QR code for your invite link' })
  await expect(code).toBeVisible()
  await enlarge()
  const paper = await code.locator('..').boundingBox()
  const card = await code.locator('../..').boundingBox()
  expect((paper?.x ?? 0) + (paper?.width ?? 0)).toBeLessThan((card?.x ?? 0) + (card?.width ?? 0))
})

/** In the page: texts that reach beyond the window, where text is twice as large. */
function cutTexts(): string[] {
  document.documentElement.style.fontSize = '200%'
  const within = document.querySelector('dialog:modal') ?? document.body
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
  const cut: string[] = []
  const range = document.createRange()
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const around = text.parentElement
    if (!around?.checkVisibility({ visibilityProperty: true })) continue
    // A table scrolls within its box.
    if (around.closest('.sr-only, table')) continue
    range.selectNodeContents(text)
    const { width, right } = range.getBoundingClientRect()
    // One pixel wide is what only screen readers see.
    if (around.clientWidth !== 1 && width > 0 && right > innerWidth) cut.push(`${text.nodeValue}`)
  }
  return cut
}

test('numbers and addresses are whole on the smallest phone with text twice as large', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 320, height: 844 })
  const person = await fundedPlayer(page, baseURL ?? '', 500)
  await page.goto('/account/my-profile')
  await expect(page.getByText(person.email)).toBeVisible()
  expect.soft(await page.evaluate(cutTexts), '/account/my-profile').toEqual([])
  await page.goto('/fairness')
  await expect(page.getByText('Fresh for each bet')).toBeVisible()
  expect.soft(await page.evaluate(cutTexts), '/fairness').toEqual([])
  await page.goto('/account/wallet')
  await page.getByRole('list', { name: 'Transactions' }).getByRole('button').first().click()
  await expect(page.getByRole('button', { name: 'Copy Chain transaction' })).toBeVisible()
  expect.soft(await page.evaluate(cutTexts), 'a deposit').toEqual([])
})

/** In the page: texts that reach beyond the card or the panel that holds them. */
function besideTheirCards(): string[] {
  document.documentElement.style.fontSize = '200%'
  const within = document.querySelector('main') ?? document.body
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  const range = document.createRange()
  const cardOf = (one: Element | null): Element =>
    !one || getComputedStyle(one).backgroundColor !== 'rgba(0, 0, 0, 0)'
      ? (one ?? document.body)
      : cardOf(one.parentElement)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const around = text.parentElement
    if (!around?.checkVisibility({ visibilityProperty: true })) continue
    // One pixel wide is what only screen readers see.
    if (around.closest('.sr-only') || around.clientWidth === 1) continue
    range.selectNodeContents(text)
    const { left, right, width } = range.getBoundingClientRect()
    const card = cardOf(around).getBoundingClientRect()
    if (width > 0 && (left < card.left - 1 || right > card.right + 1))
      found.push(`${text.nodeValue}`)
  }
  return found
}

test('winners, rounds, games and sessions keep to their cards where text is twice as large', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = somebody()
  const player = await enter(page, person)
  const elsewhere = await browser.newPage({ baseURL: baseURL ?? '' })
  await letIn(elsewhere, person)
  await elsewhere.close()
  const answer = (call: string, json: object) =>
    page.route(`**/api/${call}*`, (route) =>
      route.fulfill({ json: { Status: true, Message: 'Success', ...json } }),
    )
  const winner = { Name: 'Meera N.', ProfilePic: null, Amount: 150 }
  await answer('getTop3Winners', { Data: [winner, winner, winner] })
  const top = { User_Id: player, Name: 'Meera N.', ProfilePic: null, Total_Winnings: 600 }
  await answer('getTop10Players', { Data: [top] })
  const round = {
    DateTime: '2026-11-20T10:00:00Z',
    Bet_Amt: 100,
    Return_Amt: 150,
    Status: 'PartialWin',
    Game_Name: 'Fruit Slot',
    TotalWin: 50,
    Transaction_Id: 'a',
  }
  await answer('todayActivity', { Data: [round] })
  for (const [path, text] of [
    ['/', 'Meera N.'],
    ['/activities', 'Fruit Slot'],
    ['/games', 'Fruit Slot'],
    ['/account/security', 'End all others'],
  ] as const) {
    await page.goto(path)
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
      expect.soft(await page.evaluate(besideTheirCards), `${path} at ${width} px`).toEqual([])
    }
  }
})

test('sums of nine digits and the longest names keep to their cards where text is twice as large', async ({
  page,
}) => {
  await enter(page)
  const answer = (call: string, json: object) =>
    page.route(`**/api/${call}?*`, (route) =>
      route.fulfill({ json: { Status: true, Message: 'Success', ...json } }),
    )
  const sum = 123_456_789.12
  const name = 'W'.repeat(40)
  const balances = {
    CurrentBalance: sum,
    Winning_Amount: sum,
    Bonus: 0,
    ReferalAmount: sum,
    Locked: { Bonus: 0, ReferalAmount: sum },
    OnHold: 0,
  }
  await answer('WalletListByUserId', { Data: balances })
  const operation = { Transaction_Id: 'a', kind: 'deposit', amount: sum, state: 'mined' }
  const chain = { confirmations: 1, chain_hash: null, reason: null }
  await answer('openOperations', { Data: [{ ...operation, DateTime: '2026-11-20T10:00:00Z' }] })
  await answer('depositStatus', { Data: { ...operation, ...chain } })
  const reward = {
    referral_id: 7,
    referred_user_name: name,
    referrer_name: name,
    level: 2,
    total_money_referred: sum,
    locked: true,
    reward: { state: 'locked', deposited: 25, played: 50 },
  }
  const level = { level: 1, reward: sum, friends: 123_456_789, earned: sum }
  await answer('level-earning', { referralLinks: [reward], Levels: [level] })
  const round = {
    DateTime: '2026-11-20T10:00:00Z',
    Bet_Amt: sum,
    Return_Amt: sum,
    Status: 'Win',
    Game_Name: 'Fruit Slot',
    TotalWin: sum,
    Transaction_Id: 'a',
  }
  await answer('todayActivity', { Data: [round] })
  for (const [path, text] of [
    ['/account/wallet/internal-trasnfer', 'Winning'],
    ['/account/wallet', 'on its way'],
    ['/account/level-earning', 'By level'],
    ['/activities', 'Fruit Slot'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(text).filter({ visible: true }).first()).toBeVisible()
    if (path.endsWith('trasnfer')) {
      await page.getByRole('radio', { name: /Winning/ }).check()
      await page.getByRole('button', { name: 'Move all' }).click()
    }
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect.soft(await page.evaluate(besideTheirCards), `${path} at ${width} px`).toEqual([])
    }
  }
})

test('titles of the way in are whole on the smallest phone with text twice as large', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 844 })
  for (const [path, title] of [
    ['/login', 'Welcome back'],
    ['/forgot-password', 'Forgot password'],
    ['/reset-password?token=0', 'New password'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    expect.soft(await page.evaluate(cutTexts), path).toEqual([])
  }
})

test('on the smallest phone a game scrolls to its dock, and not sideways, and a toast covers no tile', async ({
  page,
  baseURL,
}) => {
  await fundedPlayer(page, baseURL ?? '', 500)
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/games/mines')
  await expectToastAside(page)
  await endMines(page)
  await page.setViewportSize({ width: 320, height: 568 })
  await tap(page, 'Play Again')
  await expectToastAside(page)
  await dockOf(page).getByRole('button', { name: 'Cash Out' }).scrollIntoViewIfNeeded()
  await expect(dockOf(page).getByRole('button', { name: 'Cash Out' })).toBeInViewport({ ratio: 1 })
  const { clientWidth, scrollWidth } = await page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    return { clientWidth, scrollWidth }
  })
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
})

test('the code of an invite is not cut on the smallest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/signup?code=MWMWMWMW')
  await expect(page.getByText('From your invite')).toBeAttached()
  const hidden = await page
    .getByLabel('Referral code')
    .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  expect(hidden).toBeLessThanOrEqual(0)
})

test('an amount and its unit stand in one line, however long it is', async ({ page }) => {
  const held = { Bonus: 12_345.67, Winning_Amount: 1_234.5, ReferalAmount: 500 }
  await page.route('**/api/WalletListByUserId*', (route) =>
    route.fulfill({
      json: {
        Status: true,
        Message: 'Success',
        Data: {
          CurrentBalance: 999_999.99,
          ...held,
          Locked: { Bonus: 0, ReferalAmount: 0 },
          OnHold: 0,
        },
      },
    }),
  )
  await page.route('**/api/solvency', async (route) => {
    const published = await (await route.fetch()).json()
    for (const snapshot of published.Data) snapshot.held = 1_015_043.25
    await route.fulfill({ json: published })
  })
  const sums = { rounds: 120, staked: 12_345.5, returned: 111_111.5, net: 98_766, points: [] }
  await page.route('**/api/activityTotals*', (route) =>
    route.fulfill({ json: { Status: true, Message: 'Success', Data: sums } }),
  )
  await enter(page)
  for (const [path, amount] of [
    ['/account/wallet', '999,999.99'],
    ['/', '999.99K'],
    ['/solvency', '1,015,043.25'],
    ['/activities', '12,345.50'],
  ] as const)
    for (const width of [320, 360, 390, 1440]) {
      await page.setViewportSize({ width, height: 690 })
      await page.goto(path)
      await expect(page.getByRole('definition').filter({ hasText: amount })).toBeVisible()
      const broken = () =>
        page.evaluate(() =>
          [...document.querySelectorAll('dd')]
            .filter(({ textContent }) => /^[\d,.]+$|fkr$/.test(textContent ?? ''))
            .filter((cell) => cell.offsetHeight > 36 || cell.scrollWidth > cell.clientWidth + 2)
            .map(({ textContent }) => textContent),
        )
      await expect.poll(broken, { message: `${path}, ${width} px` }).toEqual([])
    }
})

test('a name that is read from the right is cut at its end, not at its beginning', async ({
  page,
}) => {
  const name = 'عبدالرحمن بن محمد الهاشمي القرشي'
  await enter(page, somebody(name))
  await page.setViewportSize({ width: 320, height: 690 })
  await page.goto('/')
  const heading = page.getByRole('heading', { level: 1, name })
  await expect(heading).toBeVisible()
  const beginning = await heading.evaluate((element) => {
    const first = document.createRange()
    first.setStart(element.firstChild ?? element, 0)
    first.setEnd(element.firstChild ?? element, 3)
    const [letters, box] = [first.getBoundingClientRect(), element.getBoundingClientRect()]
    return { isCut: element.scrollWidth > element.clientWidth, right: box.right - letters.right }
  })
  expect(beginning.isCut).toBe(true)
  expect(Math.abs(beginning.right)).toBeLessThan(2)
})

test('the words of a long name stay whole on Account', async ({ page }) => {
  await enter(page, somebody('Wilhelmina Featherstonehaugh Cholmondeley Marjorie'))
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 690 })
    await page.goto('/account')
    const name = page.getByRole('heading', { level: 1, name: /^Wilhelmina/ })
    await expect(name).toBeVisible()
    const broken = await name.evaluate(({ firstChild, textContent }) =>
      [...(textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange()
        if (!firstChild) return ['no name']
        range.setStart(firstChild, index)
        range.setEnd(firstChild, index + word.length)
        return range.getClientRects().length > 1 ? [word] : []
      }),
    )
    expect(broken, `${width} px`).toEqual([])
  }
})

test('a row’s words keep their room where text is twice as large', async ({ page, baseURL }) => {
  await fundedPlayer(page, baseURL ?? '', 100)
  for (const [path, about] of [
    ['/account/security', 'Authenticator app'],
    ['/account/wallet', 'Unlink'],
    ['/account/wallet/withdraw', 'Goes to your linked wallet'],
    ['/account', 'Dark Mode'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(about).first()).toBeVisible()
    const narrow = () =>
      page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
        const words = [...document.querySelectorAll('main .text-row, main h1')]
        return words
          .filter((word) => word.getBoundingClientRect().width < 100)
          .map((word) => word.textContent)
      })
    await expect.poll(narrow, { message: path }).toEqual([])
  }
})

/** In the page: texts out of the window to which nothing scrolls, and labels out of their place. */
function lostTexts(): string[] {
  document.documentElement.style.fontSize = '200%'
  const scrolls = (element: Element | null): boolean =>
    // The frame of the screens cuts off what is beside it.
    element?.matches('main *') === true &&
    (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
  return [...document.querySelectorAll('main :is(b, td, th, dt)')]
    .filter(
      (element) =>
        (element.getBoundingClientRect().right > innerWidth && !scrolls(element)) ||
        (element.matches('dt') && element.scrollWidth > element.clientWidth),
    )
    .map(({ textContent }) => textContent ?? '')
}

test('no odds and no sums are cut where text is twice as large', async ({ page }) => {
  await enter(page)
  for (const [path, about] of [
    ['/demo-games/slot-machine', 'nothing back'],
    ['/fairness', 'Best play returns'],
    ['/account/limits/history', 'Withdrawn'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(about).first()).toBeVisible()
    expect.soft(await page.evaluate(lostTexts), path).toEqual([])
  }
})

/** In the page: controls without an edge, and whether the board has no colours of its own. */
function withoutEdges(): string[] {
  const controls = [...document.querySelectorAll('main :is(button, input, select, textarea)')]
  const board = document.querySelector('[role=grid]')
  return [
    ...controls
      .filter((control) => getComputedStyle(control).outlineStyle === 'none')
      .map((control) => control.outerHTML.slice(0, 100)),
    ...(board && getComputedStyle(board).forcedColorAdjust !== 'none' ? ['the board'] : []),
  ]
}

test('in high contrast each control has an edge, and a board its colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await enter(page)
  for (const [path, about] of [
    ['/login', 'Mobile number'],
    ['/support', 'Transaction Type'],
    ['/demo-games/mines', 'Mines'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(about).first()).toBeVisible()
    await expect.poll(() => page.evaluate(withoutEdges), { message: path }).toEqual([])
  }
  const field = page.getByRole('spinbutton', { name: 'Stake' })
  await field.focus()
  expect(await field.evaluate((one) => getComputedStyle(one).outlineWidth)).toBe('3px')
})

/** In the page: words of the bottom navigation that touch another, or its edge. */
function touchingWords(size: string): string[] {
  document.documentElement.style.fontSize = size
  const words = [...document.querySelectorAll('nav[aria-label=Main] a')].flatMap((link) => {
    const text = [...link.childNodes].find((node) => node.nodeType === Node.TEXT_NODE)
    if (!text) return []
    const range = document.createRange()
    range.selectNodeContents(text)
    return [{ text: text.textContent, box: range.getBoundingClientRect() }]
  })
  const gap = 4
  const meet = (a: DOMRect, b: DOMRect) =>
    a.left < b.right + gap && b.left < a.right + gap && a.top < b.bottom && b.top < a.bottom
  return words
    .filter(
      ({ box }, i) =>
        box.left < 0 ||
        box.right > innerWidth ||
        words.some((other, j) => i !== j && meet(box, other.box)),
    )
    .map(({ text }) => text ?? '')
    .concat(words.length === 4 ? [] : [`${words.length} words`])
}

test('the words of the bottom navigation stay apart, however large text is', async ({ page }) => {
  await enter(page)
  await page.goto('/account')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
  for (const width of [320, 390, 480, 768]) {
    await page.setViewportSize({ width, height: 844 })
    for (const size of ['100%', '125%', '150%', '175%', '200%'])
      expect.soft(await page.evaluate(touchingWords, size), `${size} at ${width} px`).toEqual([])
  }
})

test('in a very low window the bottom navigation comes at the content’s end', async ({ page }) => {
  await enter(page)
  await page.goto('/account')
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await page.setViewportSize({ width: 640, height: 480 })
  await expect(navigation).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 640, height: 320 })
  await expect(navigation).not.toBeInViewport()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await expect(navigation).toBeInViewport({ ratio: 1 })
})

/** In the page: links of the games' cards that stick out, and a stake that is cut. */
function cutOff(size: string): string[] {
  document.documentElement.style.fontSize = size
  const links = [...document.querySelectorAll('main [role=article] a')].filter((link) => {
    const card = link.closest('[role=article]')?.getBoundingClientRect()
    const { left, right } = link.getBoundingClientRect()
    return !card || left < card.left || right > card.right
  })
  const stakes = [...document.querySelectorAll('input[aria-label=Stake]')].filter(
    ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
  )
  return [...links.map((link) => link.textContent ?? ''), ...stakes.map(() => 'the stake')]
}

test('games’ buttons and a stake are whole, however large text is', async ({ page }) => {
  await enter(page)
  const expectWhole = async (about: string) => {
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 844 })
      for (const size of ['100%', '125%', '150%', '175%', '200%']) {
        const message = `${about}, ${size} at ${width} px`
        await expect.soft.poll(() => page.evaluate(cutOff, size), { message }).toEqual([])
      }
    }
  }
  await page.goto('/games')
  await expect(page.getByRole('link', { name: 'Demo of Mines' })).toBeVisible()
  await expectWhole('/games')
  await page.goto('/games/mines')
  await page.getByRole('button', { name: '100', exact: true }).click()
  await expect(page.getByRole('spinbutton', { name: 'Stake' })).toHaveValue('100')
  await expectWhole('the bet')
})

/**
 * In the page: where the play clock can't be read at a glance, in either text size, scrolled to
 * either end.
 */
function hiddenClocks(): string[] {
  const isSeen = (line: Element | null) => {
    if (!line) return false
    const { left, top, right, bottom } = line.getBoundingClientRect()
    return [left + 1, (left + right) / 2, right - 1].every((x) =>
      [top + 1, (top + bottom) / 2, bottom - 1].every((y) =>
        line.contains(document.elementFromPoint(x, y)),
      ),
    )
  }
  const hidden: string[] = []
  for (const size of ['200%', '100%']) {
    document.documentElement.style.fontSize = size
    for (const end of [1e6, 0]) {
      for (const scroller of [document.scrollingElement, document.querySelector('[role=dialog]')])
        scroller?.scrollTo(0, end)
      const clocks = [...document.querySelectorAll('[role=timer]')]
      if (!clocks.some((clock) => isSeen(clock.closest('p')))) hidden.push(`${size}, ${end}`)
    }
  }
  return hidden
}

test.describe('in a browser that does not zoom', () => {
  test.use({ isMobile: false })

  test('nothing covers the time and the net of the session, in any stage of a game', async ({
    page,
    baseURL,
  }) => {
    await fundedPlayer(page, baseURL ?? '', 500)
    async function expectClock(about: string) {
      for (const [width, height] of [
        [1440, 900],
        [320, 568],
        [320, 700],
        [390, 844],
      ] as const) {
        await page.setViewportSize({ width, height })
        const message = `${about}, ${width}×${height}`
        await expect.poll(() => page.evaluate(hiddenClocks), { message }).toEqual([])
      }
    }
    for (const [game, { play, finish = play }] of Object.entries(rounds)) {
      await page.goto(`/games/${game}`)
      await expect(betButton(page)).toBeEnabled()
      await expectClock(`${game}, the bet`)
      await betAndBegin(page, game, tap)
      await expectClock(`${game}, an open round`)
      await finish(page, tap)
      // It may be pressed only later, by the game's pace.
      await expect(playAgain(page)).toBeVisible()
      await expectClock(`${game}, the result`)
    }
  })
})

/** In the page: titles, labels and controls that leave the window, touch another, or are cut. */
function crowded(): string[] {
  const words = [...document.querySelectorAll('main :is(h1, label, header button, li b)')].map(
    (one) => {
      const range = document.createRange()
      range.selectNodeContents(one)
      return { text: one.textContent ?? '', box: range.getBoundingClientRect() }
    },
  )
  const meet = (a: DOMRect, b: DOMRect) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  const isCut = ({ scrollWidth, clientWidth, value }: HTMLInputElement) =>
    /^[A-Z\d]{8}$/.test(value) && scrollWidth > clientWidth
  return [
    ...words
      .filter(
        ({ box }, i) =>
          box.right > innerWidth || words.some((other, j) => i !== j && meet(box, other.box)),
      )
      .map(({ text }) => text),
    ...[...document.querySelectorAll('input')].filter(isCut).map(({ value }) => value),
  ]
}

/** In the page: the words that don't stand in one line; not those with digits, such as ids. */
function broken(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (texts.nextNode()) {
    const { currentNode } = texts
    for (const { 0: word, index } of (currentNode.nodeValue ?? '').matchAll(/[^\s-]+/g)) {
      const range = document.createRange()
      range.setStart(currentNode, index)
      range.setEnd(currentNode, index + word.length)
      if (/^\D+$/.test(word) && range.getClientRects().length > 1) found.push(word)
    }
  }
  return found
}

test('with the browser’s largest text a board is above its dock, and no labels touch or break', async ({
  playwright,
  launchOptions,
  contextOptions,
  baseURL,
}) => {
  // The browser's own setting changes what `rem` is in a media query, too.
  const args = [...(launchOptions.args ?? []), '--blink-settings=defaultFontSize=32']
  const browser = await playwright.chromium.launch({ ...launchOptions, args })
  const page = await browser.newPage({ ...contextOptions, baseURL: baseURL ?? '' })
  await fundedPlayer(page, baseURL ?? '', 500)
  await leaveOpen(page, 'mines', click)
  for (const width of [320, 390]) {
    await page.setViewportSize({ width, height: 844 })
    for (const [path, about] of [
      ['/', 'Open round'],
      ['/notifications', 'Mark all read'],
      ['/support', 'Transaction Type'],
      ['/activities', 'Staked'],
      ['/account/limits', 'Staked'],
      ['/account/wallet/deposite', 'No wallet found'],
      ['/account/invite', 'Your invite code'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByText(about).first()).toBeVisible()
      const message = `${path} at ${width} px`
      await expect.poll(() => page.evaluate(crowded), { message }).toEqual([])
      await expect.poll(() => page.evaluate(broken), { message }).toEqual([])
    }
    await page.goto('/games/mines')
    await expect(page.getByRole('gridcell')).toHaveCount(25)
    await expect.poll(() => page.evaluate(broken)).toEqual([])
    const covered = () =>
      page.getByRole('gridcell').evaluateAll((tiles) =>
        tiles.flatMap((tile) => {
          tile.scrollIntoView({ block: 'center' })
          const { left, top, width, height } = tile.getBoundingClientRect()
          const hit = document.elementFromPoint(left + width / 2, top + height / 2)
          return tile.contains(hit) ? [] : [tile.innerHTML]
        }),
      )
    await expect.poll(covered, { message: `Mines at ${width} px` }).toEqual([])
  }
  await browser.close()
})
