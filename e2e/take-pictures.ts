import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { ensureBrowser } from '../tools/ensure-browser.ts'
import { chromiumFlags } from './support/chromium-flags.ts'
import { evenOrOdd } from './support/even-or-odd.ts'
import { fundedPlayer } from './support/funded-player.ts'
import { comeIn, operatorPage, pageFrom } from './support/operators.ts'
import { ownProduct } from './support/own-product.ts'
import { idOf, logIn, signUp, somebody } from './support/people.ts'
import { readMap } from './support/read-map.ts'
import { installWallet } from './support/test-wallet.ts'

/**
 * `npm run pictures`: every screen there is, in both themes at 390×844, from the running product,
 * into `docs/pictures`; `screens.png`, the row of five that the README shows; and three screens of
 * the back office. `npm run pictures -- back-office` takes only these.
 */

const root = fileURLToPath(new URL('../', import.meta.url))
const folder = join(root, 'docs/pictures')
const say = (line: string) => process.stdout.write(`${line}\n`)

interface Scene {
  readonly name: string
  readonly path: string
  /** What is done on the screen before the picture. */
  act?(page: Page): Promise<void>
}

/** Bets the least, for money or in the demo; a round that is open already is resumed by itself. */
const bet = async (page: Page) => {
  const sheet = page.getByRole('dialog', { name: 'Place your bet' })
  const place = sheet.getByRole('button', { name: /^(Bet|Play) \d/ })
  // The sheet opens a moment after the screen, which asks for a bet as well until then.
  const toBet = page.getByRole('button', { name: 'Place a bet' })
  const inRound = page.getByRole('region', { name: 'Round' }).filter({ hasNot: toBet })
  await place.or(inRound).first().waitFor()
  if (await sheet.isVisible()) await place.click()
  await sheet.waitFor({ state: 'hidden' })
  await page.getByText('Game started!').waitFor({ state: 'hidden' })
}

/** Opens three tiles of Mines and cashes out, in the first round in which none is a mine. */
const cashOut = async (page: Page) => {
  const dock = page.getByRole('region', { name: 'Round' })
  for (let rounds = 0; rounds < 50; rounds += 1) {
    await bet(page)
    for (const tile of ['Row 2, column 2', 'Row 3, column 3', 'Row 4, column 4']) {
      const hidden = page.getByRole('button', { name: `${tile}, hidden` })
      if (await dock.getByText('That was a mine').isVisible()) break
      await hidden.click()
      await hidden.waitFor({ state: 'hidden' })
    }
    const cash = page.getByRole('button', { name: 'Cash Out' })
    const again = page.getByRole('button', { name: 'Play Again', disabled: false })
    await cash.or(again).waitFor()
    const isSafe = await cash.isVisible()
    if (isSafe) await cash.click()
    await again.waitFor()
    if (isSafe) return
    await again.click()
  }
  throw new Error('fifty mines in a row')
}

const visitorScenes: readonly Scene[] = [
  { name: 'home-visitor', path: '/' },
  { name: 'start', path: '/start' },
  { name: 'login', path: '/login' },
  { name: 'signup', path: '/signup?code=PIPK7MXA' },
  { name: 'terms', path: '/account/terms-conditions' },
  { name: 'fairness-visitor', path: '/fairness' },
  { name: 'not-found', path: '/no-such-screen' },
]

const playerScenes: readonly Scene[] = [
  { name: 'home', path: '/' },
  { name: 'games', path: '/games' },
  {
    name: 'bet-sheet',
    path: '/games/guess-number',
    act: (page) => page.getByRole('dialog', { name: 'Place your bet' }).waitFor(),
  },
  { name: 'guess-number', path: '/games/guess-number', act: bet },
  {
    name: 'guess-number-result',
    path: '/games/guess-number',
    async act(page) {
      await evenOrOdd(page).click()
      await page.getByRole('button', { name: 'Draw the number' }).click()
      await page.getByRole('button', { name: 'Play Again', disabled: false }).waitFor()
    },
  },
  {
    name: 'verify-round',
    path: '/games/mines',
    async act(page) {
      await cashOut(page)
      await page.getByRole('link', { name: 'Verify this round' }).click()
      await page.getByText('This round checks out').waitFor()
    },
  },
  { name: 'mines-result', path: '/games/mines', act: cashOut },
  { name: 'mines', path: '/games/mines', act: bet },
  { name: 'slot', path: '/games/slot-machine', act: bet },
  { name: 'tic-tac-toe', path: '/games/tic-tac-toe', act: bet },
  { name: 'demo-guess-number', path: '/demo-games/guess-number', act: bet },
  { name: 'demo-mines', path: '/demo-games/mines', act: bet },
  { name: 'demo-slot', path: '/demo-games/slot-machine', act: bet },
  { name: 'demo-tic-tac-toe', path: '/demo-games/tic-tac-toe', act: bet },
  {
    name: 'wallet',
    path: '/account/wallet',
    act: (page) => page.getByText('Bet Placed').first().waitFor(),
  },
  {
    name: 'transaction',
    path: '/account/wallet',
    async act(page) {
      await page.getByText('Deposit', { exact: true }).last().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'deposit',
    path: '/account/wallet/deposite',
    act: (page) => page.getByLabel('Enter Amount').fill('500'),
  },
  {
    name: 'withdraw',
    path: '/account/wallet/withdraw',
    async act(page) {
      await page.getByLabel('Payment method').selectOption('fkr')
      await page.getByLabel('Enter Amount').fill('100')
    },
  },
  {
    name: 'send-money',
    path: '/account/wallet/send-money',
    async act(page) {
      await page.getByLabel('Reciver ID').fill('51907263')
      await page.getByLabel('Enter Amount').fill('150')
    },
  },
  {
    name: 'internal-transfer',
    path: '/account/wallet/internal-trasnfer',
    act: (page) => page.getByRole('radio', { name: 'Referal' }).check(),
  },
  { name: 'invite', path: '/account/invite' },
  { name: 'referral-team', path: '/account/referral-team' },
  { name: 'level-earning', path: '/account/level-earning' },
  { name: 'activities', path: '/activities' },
  { name: 'account', path: '/account' },
  { name: 'fairness', path: '/fairness' },
]

/** One player's screens, light and dark in turn. */
const row = [
  'home-light',
  'bet-sheet-dark',
  'mines-result-light',
  'wallet-dark',
  'verify-round-light',
]

const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: chromiumFlags,
})
const product = await ownProduct({ TRUST_PROXY: 'loopback' })
try {
  await product.start()
  await mkdir(folder, { recursive: true })
  if (!process.argv.includes('back-office')) await takePlayersScreens()
  await takeBackOffice()
} finally {
  await browser.close()
  await product.remove()
}

async function takePlayersScreens(): Promise<void> {
  const person = somebody()
  for (const theme of ['light', 'dark'] as const) {
    const visitor = await open(browser, product.url, theme)
    for (const scene of [...visitorScenes, ...otherScenes(false)]) await take(visitor, scene, theme)
    const player = await open(browser, product.url, theme)
    if (theme === 'light') await prepare(player, product.url, person)
    else await logIn(player, person)
    for (const scene of [...playerScenes, ...otherScenes(true)]) await take(player, scene, theme)
    await visitor.context().close()
    await player.context().close()
  }
  await takeRow()
}

/** A ring of friends, a case with a picture, and a draft of a game, as an operator sees them. */
async function takeBackOffice(): Promise<void> {
  const member = async (inviteCode?: string) => {
    const page = await pageFrom(browser, product.url, '203.0.113.7')
    await fundedPlayer(page, product.url, inviteCode ? 300 : 5_000, inviteCode)
    return page
  }
  const player = await member()
  const id = await idOf(player)
  const invite = await player.request.get(`/api/invitecodeByUserId?userId=${id}`)
  const { inviteCode } = (await invite.json()).Data
  for (let friends = 0; friends < 2; friends += 1) await member(inviteCode)
  await player.goto('/games/slot-machine')
  await player.waitForLoadState('networkidle')
  const spin = { name: 'spin.png', mimeType: 'image/png', buffer: await player.screenshot() }
  await player.goto('/support')
  await player.getByLabel('Your message').fill('My last spin took two minutes. Please look at it.')
  await player.getByLabel('Picture').setInputFiles(spin)
  await player.getByText(/^\d+ kB$/).waitFor()
  await player.getByRole('button', { name: 'Send' }).click()
  await player.getByRole('heading', { name: /^Case \d{6}$/ }).waitFor()

  const { url, firstOperator } = product.desk()
  const asha = await operatorPage(browser, url)
  await comeIn(asha, firstOperator ?? '', { name: 'Asha', email: 'asha@pipkin.example' })
  const shoot = async (name: string) => {
    await asha.waitForLoadState('networkidle')
    await asha.evaluate(() => document.fonts.ready)
    const taken = sharp(await asha.screenshot()).png({ palette: true })
    await taken.toFile(join(folder, `back-office-${name}.png`))
    say(`  back-office-${name}`)
  }
  await asha.goto(`/referral/rings/${id}`)
  await asha.getByRole('group', { name: 'Who belongs to it' }).waitFor()
  await shoot('ring')
  await asha.goto('/cases')
  await asha
    .getByRole('row', { name: /two minutes/ })
    .getByRole('link')
    .click()
  await asha.getByRole('img', { name: 'Sent with the message' }).waitFor()
  await shoot('case')
  await asha.goto('/games/3')
  await asha.getByRole('button', { name: 'Draft settings' }).click()
  const form = asha.getByRole('dialog', { name: 'Draft settings: Fruit Slot' })
  await form.getByLabel('Kind rounds in 100').fill('90')
  await form.getByLabel('Reason').fill('ticket 12: a quieter month')
  await form.getByRole('button', { name: 'Draft settings' }).click()
  await form.getByRole('button', { name: 'Close' }).click()
  await asha.getByRole('row', { name: /^Best play returns .*93\.24/ }).waitFor()
  await shoot('game')
}

async function open(from: Browser, baseURL: string, theme: 'light' | 'dark'): Promise<Page> {
  const context: BrowserContext = await from.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1.5,
    hasTouch: true,
    isMobile: true,
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  return context.newPage()
}

/** Signs up a player with money and a linked wallet. */
async function prepare(
  page: Page,
  url: string,
  person: ReturnType<typeof somebody>,
): Promise<void> {
  const wallet = await installWallet(page, url)
  await signUp(page, person)
  await logIn(page, person)
  await take(page, { name: 'home-first-run', path: '/' }, 'light')
  await wallet.fund()
  await page.goto('/account/wallet/deposite')
  await page.getByLabel('Payment method').selectOption('fkr')
  await page.getByLabel('Enter Amount').fill('640')
  await page.getByRole('button', { name: 'Deposit 640 fkr' }).click()
  await page.getByText(/^Confirmed/).waitFor()
  await page.screenshot({ path: join(folder, 'deposit-processing-light.png') })
  await page.waitForURL('/account/wallet')
  await bringFriend(page)
}

/** Signs up a friend by the player's invite. */
async function bringFriend(page: Page): Promise<void> {
  await page.goto('/account/invite')
  const code = await page.getByLabel('Your invite code').inputValue()
  const theirs = await open(browser, new URL(page.url()).origin, 'light')
  const friend = somebody('Joel Okafor')
  await signUp(theirs, friend, `/signup?code=${code}`)
  await logIn(theirs, friend)
  await theirs.context().close()
}

async function take(page: Page, scene: Scene, theme: string): Promise<void> {
  await page.goto(scene.path)
  await page.waitForLoadState('networkidle')
  await scene.act?.(page)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: join(folder, `${scene.name}-${theme}.png`) })
  say(`  ${scene.name}-${theme}`)
}

async function takeRow(): Promise<void> {
  const images = await Promise.all(
    row.map(async (name) => {
      const picture = await readFile(join(folder, `${name}.png`), 'base64')
      return `<img src="data:image/png;base64,${picture}">`
    }),
  )
  const page = await browser.newPage({
    viewport: { width: 1280, height: 554 },
    deviceScaleFactor: 2,
  })
  await page.setContent(`<style>
    body { margin: 0; padding: 28px 26px; display: flex; gap: 13px; background: #efe6d6 }
    img { width: 225px; border: 5px solid #14211f; border-radius: 24px }
  </style>${images.join('')}`)
  // With 256 colours it takes a third of the bytes.
  const picture = sharp(await page.screenshot()).png({ palette: true })
  await picture.toFile(join(folder, 'screens.png'))
  say('  screens')
}

/** The rest of the map, as it opens: a screen without a scene is in the pictures too. */
function otherScenes(guarded: boolean): Scene[] {
  const known = [...visitorScenes, ...playerScenes].map(({ path }) => path.split('?', 1)[0])
  return readMap()
    .filter((place) => (place.guarded === true) === guarded && !known.includes(place.path))
    .map(({ path }) => ({ name: path.slice(1).replaceAll('/', '-'), path }))
}
