import { setTimeout } from 'node:timers/promises'
import { enter, somebody } from '../support/people.ts'
import { playAgain, rounds, tap } from '../support/play-round.ts'
import { routeUntil } from '../support/route.ts'
import { expect, type Page, test } from '../support/test.ts'
import { startVersionProxy, type VersionProxy } from '../support/version-proxy.ts'

/**
 * How the page comes: before its scripts, without a shift, without a network, and how a new version
 * of it comes in.
 */

test.describe('installed', () => {
  test.use({ serviceWorkers: 'allow' })

  const installed = (page: Page) =>
    page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))

  test('without a network the shell opens, demos are opened and played, and what needs the server says so', async ({
    page,
    context,
  }) => {
    await enter(page)
    await page.goto('/')
    await installed(page)
    await context.setOffline(true)
    await page.reload()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()

    for (const [game, { play }] of Object.entries(rounds)) {
      await page.goto(`/demo-games/${game}`)
      await tap(page, /^Bet /)
      await play(page, tap)
      await expect(playAgain(page)).toBeEnabled()
    }

    await page.goto('/account/wallet')
    await expect(page.getByRole('heading', { name: 'My Wallet' })).toBeVisible()
    await expect(page.getByRole('alert').first()).toContainText(
      'An error occurred. Please try again.',
    )
    await page.goto('/games')
    const failure = page.getByRole('alert')
    await expect(failure).toContainText('No network. The demos work without one.')
    await failure.getByRole('button', { name: 'Retry' }).click()
    await expect(failure).toBeVisible()

    await context.setOffline(false)
    await expect(page.getByRole('link', { name: 'Play Mines' })).toBeVisible()
  })

  test('what the server itself answers never comes from what is kept', async ({
    page,
    context,
  }) => {
    await page.goto('/')
    await installed(page)
    await context.setOffline(true)
    for (const path of [
      '/api/gameList',
      '/dev/inbox',
      '/uploads/none',
      '/verify.html',
      '/healthz',
      '/log/checkpoint',
      '/solvency/20261128T080538Z/tree',
      '/.well-known/change-password',
    ])
      await expect(page.goto(path), path).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
  })

  const mark = (on: Page) => on.evaluate(() => Object.assign(window, { marked: true }))
  const isMarked = (on: Page) => on.evaluate(() => 'marked' in window)
  const waits = (on: Page) =>
    on.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null)
  /** Counts how often the page looks up from now on which rounds are open on screens. */
  const countLooks = async (on: Page) => {
    await on.evaluate(() => {
      const query = navigator.locks.query.bind(navigator.locks)
      const looks = { count: 0 }
      navigator.locks.query = async () => {
        const held = await query()
        looks.count += 1
        return held
      }
      Object.assign(window, { looks })
    })
    return () => on.evaluate(() => Number(Reflect.get(window, 'looks').count))
  }
  /** Opens the proxy's address, whose storage is its own, as the player who has entered. */
  const openAsPlayer = async (on: Page, proxy: VersionProxy) => {
    const session = await on.evaluate(() => localStorage.getItem('userGame') ?? '')
    await on.goto(`${proxy.url}/healthz`)
    await on.evaluate((text) => localStorage.setItem('userGame', text), session)
    await on.goto(proxy.url)
  }
  const bringOut = async (on: Page, proxy: VersionProxy, version: string) => {
    proxy.bringOut(version)
    await on.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
  }

  test('a new version waits while a round is open, and comes in on the way to another screen', async ({
    page,
    context,
    baseURL,
  }) => {
    const proxy = await startVersionProxy(baseURL ?? '')
    await enter(page)
    await openAsPlayer(page, proxy)
    await installed(page)
    await page.getByRole('link', { name: 'Games', exact: true }).click()
    await page.getByRole('link', { name: 'Demo of Mines' }).click()
    await page.getByRole('button', { name: /^Bet / }).click()
    await expect(page.getByRole('button', { name: 'Row 3, column 3, hidden' })).toBeEnabled()
    await mark(page)

    const other = await context.newPage()
    await other.goto(proxy.url)
    await mark(other)
    await bringOut(other, proxy, 'next')
    await expect.poll(() => waits(other)).toBe(true)
    const looks = await countLooks(other)
    await other.getByRole('link', { name: 'Games', exact: true }).click()
    await expect(other.getByRole('link', { name: 'Play Mines' })).toBeVisible()
    // Wait until it has looked up open rounds, but not until the round is over: then it would
    // activate the version itself.
    await expect.poll(looks).toBe(1)
    expect(await waits(other)).toBe(true)
    expect(await isMarked(other)).toBe(true)

    await other.evaluate(() => {
      const changed = new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', () => resolve(true))
      })
      Object.assign(window, { changed })
    })
    await page.getByRole('button', { name: 'Back' }).click()
    await expect.poll(() => isMarked(page).catch(() => true)).toBe(false)
    await expect(page.getByRole('link', { name: 'Play Mines' })).toBeVisible()
    expect(await waits(page)).toBe(false)

    expect(await other.evaluate(() => Reflect.get(window, 'changed'))).toBe(true)
    expect(await isMarked(other)).toBe(true)
    await other.getByRole('link', { name: 'Account', exact: true }).click()
    await expect.poll(() => isMarked(other).catch(() => true)).toBe(false)
    proxy.close()
  })

  test('a new version interrupts no player who went on while the server was asked for open rounds', async ({
    page,
    baseURL,
  }) => {
    const proxy = await startVersionProxy(baseURL ?? '')
    await enter(page)
    await openAsPlayer(page, proxy)
    await installed(page)
    await bringOut(page, proxy, 'next')
    await expect.poll(() => waits(page)).toBe(true)
    await mark(page)
    const { promise: gate, resolve: letThrough } = Promise.withResolvers<void>()
    await page.route('**/api/openRounds?**', async (route) => {
      await gate
      await route.continue()
    })
    const asked = page.waitForRequest('**/api/openRounds?**')
    await page.getByRole('link', { name: 'Games', exact: true }).click()
    await asked
    await page.getByRole('link', { name: 'Demo of Mines' }).click()
    await expect(page.getByRole('button', { name: /^Bet / })).toBeVisible()
    letThrough()
    await tap(page, /^Bet /)
    await rounds.mines?.play(page, tap)
    await expect(playAgain(page)).toBeEnabled()
    expect(await isMarked(page)).toBe(true)
    expect(await waits(page)).toBe(true)
    await page.getByRole('button', { name: 'Back' }).click()
    await expect.poll(() => isMarked(page).catch(() => true)).toBe(false)
    proxy.close()
  })

  test('what is kept is the version in place and the one before it, not one that never took over', async ({
    page,
    baseURL,
  }) => {
    const proxy = await startVersionProxy(baseURL ?? '')
    const versions = () =>
      page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('pipkin-')))
    const install = async (version: string) => {
      await bringOut(page, proxy, version)
      await expect.poll(versions).toContain(`pipkin-${version}`)
      const isInstalling = async () =>
        (await navigator.serviceWorker.getRegistration())?.installing !== null
      await expect.poll(() => page.evaluate(isInstalling)).toBe(false)
    }
    await page.goto(proxy.url)
    await installed(page)
    const [first] = await versions()
    await install('second')
    await install('third')
    await page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistration())?.waiting?.postMessage('take over'),
    )
    await expect.poll(versions).toEqual([first, 'pipkin-third'])
    proxy.close()
  })
})

/** Adds up what moves by itself, from before the page's first script on. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    let moved = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('value' in entry && !('hadRecentInput' in entry && entry.hadRecentInput))
          moved += Number(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
    Object.defineProperty(window, 'moved', { get: () => moved })
  })
  return async () => {
    await page.waitForLoadState('networkidle')
    return page.evaluate(() => Number(Reflect.get(window, 'moved')))
  }
}

const visitorsPaths = ['/', '/start', '/login', '/signup', '/account/terms-conditions', '/fairness']
const playersPaths = [
  ...['/', '/games', '/demo-games/mines', '/games/mines', '/activities', '/notifications'],
  ...['/account', '/account/wallet'],
]

for (const [who, paths] of [
  ['a visitor', visitorsPaths],
  ['a player', playersPaths],
] as const)
  test(`nothing moves while a screen of ${who} comes`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    const moved = await watchShifts(page)
    if (who === 'a player') await enter(page)
    // The server answers after the first paint, as on a busy machine.
    await page.route('**/api/**', async (route) => {
      await setTimeout(150)
      await route.continue().catch(() => undefined)
    })
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading').first()).toBeVisible()
      expect(await moved(), path).toBeLessThan(0.01)
    }
  })

test('the actions of the wallet stay under the finger while it says what is locked', async ({
  page,
  browser,
}) => {
  const friend = await (await browser.newContext()).newPage()
  const invite = await friend.request.get(`/api/invitecodeByUserId?userId=${await enter(friend)}`)
  await enter(page, somebody(), (await invite.json()).Data.inviteCode)
  const answers = Promise.withResolvers<void>()
  await page.route('**/api/**', async (route) => {
    await answers.promise
    await route.continue()
  })
  await page.goto('/account/wallet')
  const action = page.getByRole('link', { name: 'Internal' })
  const before = await action.boundingBox()
  expect(before).not.toBeNull()
  answers.resolve()
  await expect(page.getByText('All of it locked')).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Your Bonus of 100 unlocks/ })).toBeVisible()
  expect(await action.boundingBox()).toEqual(before)
})

test('the public screens are there without any script or stylesheet file, as they are with them', async ({
  browser,
  baseURL,
}) => {
  const heading = async (path: string, bare: boolean) => {
    const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: !bare })
    const page = await context.newPage()
    // Whether the font comes in time is another matter.
    await page.route(bare ? /\.(css|woff2)$/ : /\.woff2$/, (route) => route.abort())
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    const places = []
    for (const one of await page.locator('main :is(h1, h2, p, a, input, button):visible').all())
      places.push(await one.boundingBox())
    await context.close()
    return places
  }
  // Not the terms: a prerendered page can't know which ones are in effect.
  for (const path of ['/start', '/login', '/signup'])
    expect(await heading(path, true), path).toEqual(await heading(path, false))
})

test('a player’s screens are there before any script, where they stay; a visitor sees nothing of them', async ({
  page,
}) => {
  const demos = Object.keys(rounds).map((game) => `/demo-games/${game}`)
  const screens = [
    '/games',
    '/activities',
    '/account/wallet',
    '/notifications',
    '/games/mines',
    ...demos,
  ]
  const anything = page.locator('main :is(h1, h2, p, button):visible')
  const places = async (path: string) => {
    await page.waitForLoadState('networkidle')
    // A demo's first state is all there; of the other screens, the parts that need no answer.
    const parts = path.startsWith('/demo') ? 'main :is(h1, h2, [role=grid], [role=img])' : 'main h1'
    const boxes = await page
      .locator(parts)
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
    return boxes.map(({ x, y, height }) => ({ x, y, height }))
  }
  // Whether the font comes in time is another matter.
  await page.route(/\.woff2$/, (route) => route.abort())
  const blockScripts = () => routeUntil(page, /\.js$/, (route) => route.abort())
  const allowScripts = await blockScripts()
  for (const path of screens) {
    await page.goto(path)
    expect(await anything.count(), path).toBe(0)
  }
  allowScripts()
  await enter(page)
  for (const path of screens) {
    const allowItsScripts = await blockScripts()
    await page.goto(path)
    expect(await anything.count(), path).toBeGreaterThan(0)
    const before = await places(path)
    allowItsScripts()
    await page.goto(path)
    await expect(page.getByRole('heading').first()).toBeVisible()
    expect(await places(path), path).toEqual(before)
  }
})

test('a player never sees the visitor’s home, and its head is as high', async ({ page }) => {
  await enter(page)
  const allowScripts = await routeUntil(page, /\.js$/, (route) => route.abort())
  await page.goto('/')
  const head = page.locator('main header')
  await expect(page.getByRole('link', { name: 'Create account' })).toBeHidden()
  const before = await head.boundingBox()
  allowScripts()
  await page.reload()
  await expect(page.getByText('Good')).toBeVisible()
  expect(await head.boundingBox()).toEqual(before)
})

test('another look at a screen shows what is kept at once and reads again behind it', async ({
  page,
}) => {
  await enter(page)
  await page.goto('/games')
  const mines = page.getByRole('link', { name: 'Play Mines' })
  await expect(mines).toBeVisible()
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  // The previous screen stays until the new one is there.
  await expect(page.getByRole('link', { name: 'My Profile' })).toBeVisible()
  let asked = 0
  // Cached data counts as fresh for two seconds. Then it is read again, and shown meanwhile.
  await page.clock.install()
  await page.route('**/api/gameList', (route) => {
    asked += 1
    return new Promise<void>(() => route)
  })
  await page.clock.fastForward(5_000)
  await page.getByRole('link', { name: 'Games', exact: true }).click()
  await expect(mines).toBeVisible()
  await expect.poll(() => asked).toBeGreaterThan(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a screen says once that it loads, as long as a part of it does', async ({ page }) => {
  await enter(page)
  const [wallets, transactions] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  for (const [call, gate] of [
    ['find-walletAdr', wallets],
    ['TransactionByUserId', transactions],
  ] as const)
    await page.route(`**/api/${call}*`, async (route) => {
      await gate.promise
      await route.continue()
    })
  await page.goto('/account/wallet')
  const said = page.getByText('Loading', { exact: true })
  await expect(said).toHaveCount(2)
  await expect(said.filter({ visible: true })).toHaveCount(1)
  wallets.resolve()
  await expect(said).toHaveCount(1)
  await expect(said).toBeVisible()
  transactions.resolve()
  await expect(said).toHaveCount(0)
})

test('what is on screen stays there when it can’t be read again', async ({ page }) => {
  for (const [path, call, shown] of [
    ['/', 'mostpopular', page.getByRole('link', { name: /Returns up to/ }).first()],
    ['/fairness', 'gameList', page.getByRole('table').first()],
  ] as const) {
    await page.goto(path)
    await expect(shown).toBeVisible()
    let failed = 0
    await page.route(`**/api/${call}`, (route) => {
      failed += 1
      return route.fulfill({ status: 503, json: {} })
    })
    // Coming back to the page refreshes what is older than two seconds, in two tries.
    await expect
      .poll(async () => {
        await page.evaluate(() =>
          document.dispatchEvent(new Event('visibilitychange', { bubbles: true })),
        )
        return failed
      })
      .toBeGreaterThan(1)
    await page.waitForLoadState('networkidle')
    await expect(shown).toBeVisible()
  }
})

test('what the page says beside a screen takes no screen away where it can’t be loaded', async ({
  page,
  context,
}) => {
  await enter(page)
  await page.route('**/assets/logged-out-*', (route) => route.abort())
  await page.goto('/account')
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible()
  const other = await context.newPage()
  await other.goto('/account')
  await other.getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL('/start')
  await expect(page.getByRole('link', { name: 'Create An Account' })).toBeVisible()
})

test('a part of a screen that can’t be loaded takes neither the screen away nor what was typed', async ({
  page,
}) => {
  await enter(page)
  for (const part of ['funding-button', 'export-sheet', 'last-results'])
    await page.route(`**/assets/${part}-*`, (route) => route.abort())
  const wallets = { CurrentBalance: 20, Winning_Amount: 525, Bonus: 0, ReferalAmount: 0 }
  const held = { Locked: { Bonus: 0, ReferalAmount: 0 }, OnHold: 0 }
  await page.route('**/api/WalletListByUserId*', (route) =>
    route.fulfill({ json: { Status: true, Message: 'Success', Data: { ...wallets, ...held } } }),
  )
  const moveIt = page.getByRole('link', { name: 'Move it' })
  await page.goto('/account/wallet/withdraw')
  await page.getByLabel('Enter Amount').fill('100')
  await expect(moveIt).toBeVisible()
  await expect(page.getByLabel('Enter Amount')).toHaveValue('100')

  await page.goto('/games/guess-number')
  const stake = page.getByRole('spinbutton', { name: 'Stake' })
  await stake.fill('150')
  await expect(moveIt).toBeVisible()
  await expect(stake).toHaveValue('150')

  await page.goto('/activities')
  const download = page.getByRole('button', { name: 'Download history' })
  const asked = page.waitForEvent('requestfailed', (request) => request.url().includes('export-'))
  await download.click()
  await asked
  await page.getByRole('tab', { name: 'Previous Activity' }).click()
  await expect(download).toBeVisible()
})

test('the tint of a game’s card grows into its board; from tab to tab nothing does', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await enter(page)
  await page.addInitScript(() => {
    const grown: string[] = []
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      const transition = start(update)
      const named = () =>
        document.getAnimations().flatMap(({ effect }) => {
          const part = effect instanceof KeyframeEffect ? effect.pseudoElement : null
          return part?.startsWith('::view-transition-group(tint') ? [part] : []
        })
      void transition.ready.then(() => grown.push(...named()))
      return transition
    }
    Object.assign(window, { grown })
  })
  const grown = () => page.evaluate(() => Reflect.get(window, 'grown'))
  await page.goto('/games')
  await page.getByRole('link', { name: 'Demo of Mines' }).click()
  await expect.poll(grown).toEqual(['::view-transition-group(tint-mines)'])
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.poll(grown).toHaveLength(2)
  await page.getByRole('link', { name: 'Account', exact: true }).click()
  await expect(page.getByRole('link', { name: 'My Profile' })).toBeVisible()
  expect(await grown()).toHaveLength(2)
})

test('the picture that the games list names is there for each game', async ({ request }) => {
  const { Data } = await (await request.get('/api/gameList')).json()
  expect(Data).toHaveLength(4)
  for (const { Image } of Data) {
    const picture = await request.get(Image)
    expect([picture.status(), picture.headers()['content-type']], Image).toEqual([
      200,
      expect.stringContaining('image/'),
    ])
    expect(await picture.text()).toContain('<svg')
  }
})
