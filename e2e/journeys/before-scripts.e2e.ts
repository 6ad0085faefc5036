import { enter, somebody } from '../support/people.ts'
import { expect, type Page, test } from '../support/test.ts'

/** On a slow phone a page is read, typed into and pressed before its scripts have come. */

/** Holds back the scripts whose address matches, until the answer is called. */
async function holdScripts(page: Page, scripts: string | RegExp = /\.js$/): Promise<() => void> {
  const { promise: gate, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route(scripts, async (route) => {
    await gate
    await route.continue()
  })
  return letThrough
}

/** The requests of the page from now on: each one's method and address. */
function requestsOf(page: Page): string[] {
  const requests: string[] = []
  page.on('request', (request) => requests.push(`${request.method()} ${request.url()}`))
  return requests
}

const password = (page: Page) => page.getByLabel('Password', { exact: true })

test('SERVED-10 a log-in that is pressed before the scripts have come is sent by them, once', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = somebody()
  const elsewhere = await browser.newContext({ baseURL: baseURL ?? '' })
  await enter(await elsewhere.newPage(), person)
  await elsewhere.close()

  const letThrough = await holdScripts(page)
  const requests = requestsOf(page)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel('Mobile number').fill(person.mobile)
  await password(page).fill(person.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await password(page).press('Enter')
  letThrough()
  await expect(page).toHaveURL('/')
  await expect(page.getByText(person.name)).toBeVisible()
  expect(requests.filter((request) => request.endsWith('/api/userLogin'))).toHaveLength(1)
  expect(requests.filter((request) => request.includes(person.password))).toEqual([])
  // The form didn't load the page again.
  expect(requests.filter((request) => request.endsWith('/login'))).toHaveLength(1)
})

test('what was typed and ticked before the scripts have come stays, beside the code of an invite', async ({
  page,
}) => {
  const person = somebody()
  const letThrough = await holdScripts(page)
  await page.goto('/signup?code=FRIEND42', { waitUntil: 'commit' })
  await page.getByLabel('Name').fill(person.name)
  await page.getByLabel('Phone').fill(person.mobile)
  await password(page).fill(person.password)
  await page.getByLabel('Email').fill(person.email)
  await page.getByRole('checkbox').check()
  letThrough()

  await expect(page.getByText('From your invite')).toBeVisible()
  await expect(page.getByLabel('Referral code')).toHaveValue('FRIEND42')
  await expect(page.getByLabel('Name')).toHaveValue(person.name)
  await expect(page.getByLabel('Phone')).toHaveValue(person.mobile)
  await expect(page.getByLabel('Email')).toHaveValue(person.email)
  await expect(page.getByRole('checkbox')).toBeChecked()
  await page.getByRole('button', { name: 'Show password for 2 seconds' }).click()
  await expect(password(page)).toHaveAttribute('type', 'text')
  await expect(password(page)).toHaveValue(person.password)
  // The app's form has the values too, not only the fields.
  await page.getByRole('button', { name: 'Sign Up' }).click()
  await expect(page.getByRole('dialog', { name: 'Verify your email' })).toContainText(person.email)
})

test('a code that was typed before the scripts have come stays instead of the invite’s', async ({
  page,
}) => {
  const letThrough = await holdScripts(page)
  await page.goto('/signup?code=FRIEND42', { waitUntil: 'commit' })
  await page.getByLabel('Referral code').fill('OTHER7')
  letThrough()
  await page.getByRole('button', { name: 'Sign Up' }).click()
  // The scripts are there.
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(page.getByLabel('Referral code')).toHaveValue('OTHER7')
  await expect(page.getByText('From your invite')).toBeHidden()
})

test('SERVED-11 without scripts at all, the browser sends nothing, and would write nothing into the address', async ({
  browser,
  baseURL,
}) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false })
  for (const path of ['/login', '/signup']) {
    const page = await context.newPage()
    const requests = requestsOf(page)
    await page.goto(path)
    await password(page).fill('small-pots-1')
    const refused = page.waitForEvent('console', (message) =>
      message.text().includes("form-action 'none'"),
    )
    await password(page).press('Enter', { noWaitAfter: true })
    expect((await refused).text()).not.toContain('small-pots-1')
    expect(page.url()).toBe(new URL(path, baseURL).href)
    expect(requests.filter((request) => /POST|small-pots-1/.test(request))).toEqual([])
  }
  await context.close()
})

test('a session that another tab ends before the scripts have come shows nothing of its player', async ({
  page,
  context,
}) => {
  const other = await context.newPage()
  // All scripts, then those of the screen alone.
  for (const scripts of [/\.js$/, /\/wallet-[\w-]{7}\.js$/]) {
    await enter(page)
    const letThrough = await holdScripts(page, scripts)
    const requests = requestsOf(page)
    await page.goto('/account/wallet', { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { name: 'My Wallet' })).toBeVisible()
    await other.goto('/account')
    await other.getByRole('button', { name: 'Log Out' }).click()
    await expect(other).toHaveURL('/')
    letThrough()
    await expect(page).toHaveURL('/start')
    await expect(page.getByRole('link', { name: 'Create An Account' })).toBeVisible()
    expect(requests.filter((request) => request.includes('WalletListByUserId'))).toEqual([])
  }
})

test('where the browser blocks its storage the page has the system’s theme, and works', async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const storage of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, storage, {
        get() {
          throw new DOMException('blocked', 'SecurityError')
        },
      })
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.getByRole('link', { name: 'See the odds' }).click()
  await expect(page).not.toHaveURL('/')
})
