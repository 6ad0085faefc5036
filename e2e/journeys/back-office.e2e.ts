import { cursorOf, lastPosition } from '../../apps/server/src/platform/database/cursor.ts'
import { addAuthenticator } from '../support/authenticator.ts'
import { fundedPlayer } from '../support/funded-player.ts'
import { expectAccessible } from '../support/look-over.ts'
import { comeIn, deskSize, operatorPage, pageFrom } from '../support/operators.ts'
import { type OwnProduct, ownProduct } from '../support/own-product.ts'
import { enter, idOf, mailedTo, somebody } from '../support/people.ts'
import { betSheet } from '../support/play-round.ts'
import { routeOnce, routeUntil } from '../support/route.ts'
import { expect, type Page, test } from '../support/test.ts'

/** The back office in a real browser, by two operators. */

test.describe.configure({ mode: 'default' })

let product: OwnProduct
/** Two admins' pages, for one journey after the other. */
let asha: Page
let ben: Page
test.beforeAll(async () => {
  // Players of the journeys come from networks of their own.
  product = await ownProduct({ TRUST_PROXY: 'loopback' })
  await product.start()
})
test.afterAll(() => product.remove())

/** Comes in by a one-time link, adds a passkey, logs out, and logs in with the passkey. */
async function comeInByPasskey(page: Page, link: string, name: string, email: string) {
  await addAuthenticator(page, 'internal')
  await page.goto(link)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).press('Enter')
  const now = page.getByRole('heading', { name: 'Now', exact: true })
  await expect(now).toBeVisible()
  await page.getByRole('button', { name: 'Log out', exact: true }).click()
  await page.getByRole('button', { name: 'Log in with a passkey' }).press('Enter')
  await expect(now).toBeVisible()
}

/** Presses a button that asks for a reason, and gives it. */
async function act(page: Page, name: string, reason: string) {
  const dialog = await beginAct(page, name, reason)
  await dialog.getByRole('button', { name: /^(?!Cancel)/ }).click()
  return dialog
}

/** Opens the dialog of an act and writes the reason, no more. */
async function beginAct(page: Page, name: string, reason: string) {
  await page.getByRole('button', { name }).first().click()
  const dialog = page.getByRole('dialog', { name })
  await dialog.getByLabel('Reason').fill(reason)
  return dialog
}

/** Invites an operator; answers the link, or the code where a second person has to approve. */
async function invite(
  page: Page,
  { name, email }: { readonly name: string; readonly email: string },
  role: string,
  reason: string,
): Promise<string> {
  await page.getByRole('button', { name: 'Invite operator' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite operator' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('E-mail').fill(email)
  await dialog.getByLabel('Role').selectOption(role)
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Invite operator' }).click()
  return (await dialog.locator('strong').textContent()) ?? ''
}

/** Approves the waiting proposal. The screen refreshes once the dialog with the outcome closes. */
async function approve(page: Page, reason: string) {
  const approved = await act(page, 'Approve proposal', reason)
  await expect(approved.getByRole('status')).toHaveText('Done')
  await approved.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Nothing waits.')).toBeVisible()
  // The button has gone, so the content has the focus.
  await expect(page.getByRole('main')).toBeFocused()
}

/**
 * It scrolls sideways at no width, nor with text twice as large, and no figure is broken into
 * letters. 320 px: a window of 1280 px at four times the size.
 */
async function expectToFit(page: Page, name: string, part = page.locator('html')) {
  for (const [width, text] of [
    [320, '200%'],
    [320, '100%'],
    [768, '100%'],
    [1440, '200%'],
    [1920, '100%'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const [whole = 0, shown] = await part.evaluate((it, text) => {
      document.documentElement.style.fontSize = text
      return [it.scrollWidth, it.clientWidth]
    }, text)
    const about = `${name} scrolls sideways at ${width} px, text ${text}`
    expect.soft(whole, about).toBeLessThanOrEqual(shown ?? 0)
    const broken = `${name} breaks words into letters at ${width} px, text ${text}`
    expect.soft(await part.evaluate(inLetters), broken).toEqual([])
  }
  await page.setViewportSize(deskSize)
}

/**
 * In the page: what may break anywhere and has fewer than four letters a line. Not the operator's
 * own name in the header, which has what the buttons beside it leave.
 */
function inLetters(part: Element): string[] {
  return [...part.querySelectorAll('.wrap-anywhere:not(header *)')].flatMap((element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    const { height } = range.getBoundingClientRect()
    const lines = Math.round(height / Number.parseFloat(getComputedStyle(element).lineHeight))
    const text = element.textContent ?? ''
    return lines > 1 && text.length < 4 * lines ? [text] : []
  })
}

test('DESK-11 a payout over the limit goes from the queue to paid, by two operators', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.url })
  const player = await context.newPage()
  await fundedPlayer(player, product.url, 12_000)
  const { userID } = JSON.parse(
    (await player.evaluate(() => localStorage.getItem('userGame'))) ?? '{}',
  )
  const asked = await (
    await player.request.post('/api/paymentWithdrawal', {
      data: { userId: userID, amount: 11_000, Method: 'fkr', StatusMsg: 'Withdraw' },
    })
  ).json()
  expect(asked).toMatchObject({ Status: true, Data: { state: 'review' } })

  asha = await operatorPage(browser, product.desk().url)
  const first = { name: 'Asha', email: 'asha@pipkin.example' }
  await comeIn(asha, product.desk().firstOperator ?? '', first, expectAccessible)
  await expect(asha.getByText('Payouts to decide')).toBeVisible()
  // A part that can't be read isn't reported as healthy.
  const findAgain = await routeUntil(asha, '**/readHealth*', (route) => route.abort())
  await asha.reload()
  await expect(asha.getByRole('link', { name: 'Alarms could not be read' })).toBeVisible()
  findAgain()
  await asha.getByRole('link', { name: 'Operators' }).click()
  const second = { name: 'Ben', email: 'ben@pipkin.example' }
  const link = await invite(asha, second, 'admin', 'the second admin')
  ben = await operatorPage(browser, product.desk().url)
  await comeInByPasskey(ben, link, second.name, second.email)

  // No name, however long, moves the buttons out of sight.
  const [longest, longestToo] = ['W'.repeat(60), 'M'.repeat(60)]
  const shorter = await routeUntil(ben, /\/desk\/api\/(listPayouts|readMe)/, async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    const longer = body.replace('Meera Nair', longest).replace('"Ben"', `"${longestToo}"`)
    await route.fulfill({ response, body: longer })
  })
  await ben.goto('/payouts')
  await expect(ben.getByText(longest)).toBeVisible()
  await expect(ben.getByText(longestToo)).toBeVisible()
  await expectToFit(ben, 'payouts of long names')
  shorter()
  await ben.reload()
  await expect(ben.getByRole('heading', { name: '11,000 fkr' })).toBeVisible()
  await expect(ben.getByText('takes two people')).toBeVisible()
  const proposed = await act(
    ben,
    'Release payout: 11,000 fkr',
    '<img src=x onerror=alert(1)> looks right',
  )
  await expect(proposed.getByRole('status')).toContainText('a second person has to approve')

  await ben.goto('/proposals')
  await expect(ben.getByRole('button', { name: 'Withdraw' })).toBeVisible()
  await expect(ben.getByRole('button', { name: 'Approve' })).toBeHidden()

  await asha.goto('/proposals')
  await expect(asha.getByText('state: review → requested')).toBeVisible()
  await expect(asha.getByText('<img src=x onerror=alert(1)> looks right')).toBeVisible()
  // Without room for all of it, the dialog begins with what is approved.
  await asha.setViewportSize({ width: 720, height: 450 })
  await asha.getByRole('button', { name: 'Approve proposal' }).press('Enter')
  const approval = asha.getByRole('heading', { name: /^Approve proposal: Release payout/ })
  await expect(approval).toBeInViewport()
  await expect(approval).toBeFocused()
  await asha.keyboard.press('Escape')
  await asha.setViewportSize(deskSize)
  const decision = await beginAct(asha, 'Approve proposal', 'looked at it')
  await expectToFit(asha, 'an approval', decision)
  await decision.getByRole('button', { name: 'Cancel' }).click()
  await approve(asha, 'looked at it too')

  const status = async () => {
    await asha.goto(`/players/${userID}`)
    return asha.getByRole('group', { name: 'Deposits and withdrawals' }).textContent()
  }
  await expect.poll(status).toContain('withdrawalconfirmed')
  await asha.goto('/acts')
  await expect(asha.getByText('Asha: looked at it too')).toBeVisible()
  await context.close()
})

test('a pause of deposits is said in the player’s form, and no wallet is asked before it ends', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.url })
  const player = await context.newPage()
  await enter(player, somebody())
  await asha.goto('/payouts')
  const paused = await act(asha, 'Pause deposits', 'the token may be broken')
  await expect(paused.getByRole('status')).toHaveText('Done')
  await asha.keyboard.press('Escape')
  await expect(asha.getByText('Paused: no deposit is taken or credited.')).toBeVisible()

  await player.goto('/account/wallet/deposite')
  const said = player.getByText('Deposits are paused. Please try again later.')
  await expect(said).toBeVisible()
  await expectAccessible(player, 'paused deposits')
  await player.getByLabel('Payment method').selectOption('fkr')
  await player.getByLabel('Enter Amount').fill('500')
  await player.getByRole('button', { name: 'Use the demo wallet' }).click()
  await expect(said).toBeVisible()
  const wallet = player.getByRole('dialog', { name: 'Demo wallet' })
  await expect(wallet).toBeHidden()

  const resumed = await act(asha, 'Resume deposits', 'it is not')
  await expect(resumed.getByRole('status')).toHaveText('Done')
  await asha.keyboard.press('Escape')
  await player.getByRole('button', { name: 'Deposit 500 fkr' }).click()
  await expect(wallet).toBeVisible()
  await context.close()
})

test('a ring of friends is found, its rewards refused, its accounts frozen', async ({
  browser,
}) => {
  /** A player's page behind the one connection that the ring has. */
  async function member(inviteCode?: string) {
    const page = await pageFrom(browser, product.url, '203.0.113.7')
    await fundedPlayer(page, product.url, 0, inviteCode)
    const kept = await page.evaluate(() => localStorage.getItem('userGame'))
    return { page, id: Number(JSON.parse(kept ?? '{}').userID) }
  }
  const boss = await member()
  const invite = await boss.page.request.get(`/api/invitecodeByUserId?userId=${boss.id}`)
  const { inviteCode } = (await invite.json()).Data
  const friends = [await member(inviteCode), await member(inviteCode)]

  await ben.getByRole('link', { name: 'Referral', exact: true }).click()
  const rings = ben.getByRole('group', { name: 'Rings' })
  const found = rings.getByRole('row', { name: String(boss.id) })
  await expect(found).toContainText('network')
  await found.getByRole('link').click()
  const belongs = ben.getByRole('group', { name: 'Who belongs to it' })
  for (const { id } of [boss, ...friends])
    await expect(belongs.getByRole('row', { name: String(id) })).toHaveCount(1)
  await expectAccessible(ben, 'a ring')

  const refused = await act(ben, 'Refuse rewards (2)', 'one house, no play')
  await expect(refused.getByRole('status')).toHaveText('Done for 2 of 2.')
  await refused.getByRole('button', { name: 'Close' }).click()
  const frozen = await act(ben, 'Freeze account (3)', 'a ring of friends')
  await expect(frozen.getByRole('status')).toHaveText('Done for 3 of 3.')
  await frozen.getByRole('button', { name: 'Close' }).click()
  await expect(belongs.getByText('rewards refused')).toHaveCount(2)
  await expect(belongs.getByText('frozen')).toHaveCount(3)
  for (const { page, id } of [boss, ...friends]) {
    const asked = await page.request.get(`/api/invitecodeByUserId?userId=${id}`)
    expect(asked.status()).toBe(401)
    await page.context().close()
  }

  // Each is an act of its own in the chain that another operator reads.
  for (const { id } of friends) {
    await asha.goto(`/acts?about=${id}`)
    const done = asha.getByRole('group', { name: 'Done' })
    await expect(done.getByRole('row', { name: 'one house, no play' })).toContainText('refused')
    await expect(done.getByRole('row', { name: 'a ring of friends' })).toContainText('Ben')
  }
  // It takes two people to open an account again.
  await ben.goto(`/players/${boss.id}`)
  const opening = await act(ben, 'Unfreeze account', 'wrote to us')
  await expect(opening.getByRole('status')).toContainText('a second person has to approve')
  await asha.goto('/proposals')
  await approve(asha, 'read it too')
  await ben.goto(`/referral/rings/${boss.id}`)
  await expect(belongs.getByText('frozen')).toHaveCount(2)
})

test('settings of a game go from a draft over what they mean to the player’s bet sheet, by two', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.url })
  const player = await context.newPage()
  await fundedPlayer(player, product.url, 100)
  await player.goto('/games/slot-machine')
  await expect(betSheet(player).getByText('96.87').first()).toBeVisible()

  await ben.getByRole('link', { name: 'Games' }).click()
  await ben.getByRole('link', { name: 'Fruit Slot' }).click()
  await ben.getByRole('button', { name: 'Draft settings' }).click()
  const form = ben.getByRole('dialog', { name: 'Draft settings: Fruit Slot' })
  await form.getByLabel('Kind rounds in 100').fill('90')
  await form.getByLabel('Reason').fill('ticket 12: a quieter month')
  await expectAccessible(ben, 'a draft')
  await form.getByRole('button', { name: 'Draft settings' }).click()
  await expect(form.getByRole('status')).toHaveText('Done')
  await form.getByRole('button', { name: 'Close' }).click()
  await expect(ben.getByText('Kind rounds in 100: 100 → 90')).toBeVisible()
  const meaning = ben.getByRole('row', { name: /^Best play returns / })
  await expect(meaning).toContainText('96.87 % (31/32)')
  await expect(meaning).toContainText('93.24 % (2387/2560)')
  await expect(ben.getByRole('row', { name: /^The worst day costs/ })).toBeVisible()
  await expectAccessible(ben, 'what a draft means')
  const proposed = await act(ben, 'Publish settings', 'as ticket 12 says')
  await expect(proposed.getByRole('status')).toContainText('a second person has to approve')
  await player.reload()
  await expect(betSheet(player).getByText('96.87').first()).toBeVisible()

  await asha.goto('/proposals')
  await expect(asha.getByText('Kind rounds in 100: 100 → 90')).toBeVisible()
  await asha.getByRole('link', { name: 'The game, and what its draft means' }).click()
  await expect(asha.getByRole('row', { name: /^Best play returns / })).toContainText('93.24 %')
  await asha.goto('/proposals')
  await approve(asha, 'looked at what it means')
  await player.reload()
  await expect(betSheet(player).getByText('93.24').first()).toBeVisible()
  await context.close()
})

test('a fee goes from a draft to the player’s form, by two', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: product.url })
  const player = await context.newPage()
  await fundedPlayer(player, product.url, 200)
  await player.goto('/account/wallet/send-money')
  await player.getByLabel('Enter Amount').fill('100')
  await expect(player.getByText('Fee, 2\u00a0%')).toBeVisible()

  await ben.goto('/fees')
  await ben.getByRole('button', { name: 'Change fees and limits' }).click()
  const form = ben.getByRole('dialog', { name: 'Change fees and limits' })
  await form.getByLabel('Fee of a send, %').fill('3')
  await expect(form.getByText(/^Of a send of 100 fkr 97 fkr arrive, now 98 fkr\./)).toBeVisible()
  // The longest form scrolls, its buttons don't, and no number changes under the wheel.
  await form.getByLabel('Fee of a send, %').hover()
  await ben.mouse.wheel(0, 40)
  await expect.poll(() => form.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0)
  await expect(form.getByLabel('Fee of a send, %')).toHaveValue('3')
  await expect(form.getByRole('button', { name: 'Cancel' })).toBeInViewport({ ratio: 1 })
  await form.getByLabel('Reason').fill('ticket 31: what sends cost us')
  await expectAccessible(ben, 'a draft of fees')
  await form.getByRole('button', { name: 'Change fees and limits' }).click()
  await expect(form.getByRole('status').last()).toContainText('a second person has to approve')
  await form.getByRole('button', { name: 'Close' }).click()
  await expect(ben.getByText('Fee of a send: 2 % → 3 %')).toBeVisible()
  await expect(player.getByText('Fee, 2\u00a0%')).toBeVisible()

  await asha.goto('/proposals')
  await expect(asha.getByText('Fee of a send: 2 % → 3 %')).toBeVisible()
  await approve(asha, 'as ticket 31 says')
  // The open form follows the change; a request with the old fee is refused.
  const stale = await player.request.post('/api/walletTransfer', {
    data: { senderId: await idOf(player), receiverId: 10_000_000, transferAmount: 100, fee: 2 },
  })
  expect((await stale.json()).Status).toBe(false)
  await expect(player.getByText('Fee, 3\u00a0%')).toBeVisible()
  await expect(player.getByLabel('Amount to send')).toHaveValue('97')
  await asha.goto('/fees?view=versions')
  await expect(asha.getByRole('row', { name: /ticket 31/ })).toContainText('Ben, approved by Asha')
  await context.close()
})

test('a player’s complaint goes to the replayed round, its proof, and the answer', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.url })
  const player = await context.newPage()
  const person = await fundedPlayer(player, product.url, 500)
  const userID = await idOf(player)
  const placed = await (
    await player.request.post('/api/addTransaction', {
      data: { User_Id: userID, Amount: -10, StatusMsg: 'amtplaced', Game_Id: 3 },
    })
  ).json()
  await player.request.post('/api/playRound', {
    data: { User_Id: userID, Transaction_Id: placed.Data.Transaction_Id, Move: { spin: true } },
  })

  await player.goto('/support')
  await player.getByLabel('Your message').fill('My last spin was <b>rigged</b>.')
  await player.getByLabel('Picture').setInputFiles('apps/web/public/icons/512.png')
  await expect(player.getByText(/^\d+ kB$/)).toBeVisible()
  await player.getByRole('button', { name: 'Send' }).click()
  await expect(player.getByRole('heading', { name: /^Case \d{6}$/ })).toBeVisible()
  await expect(player.getByRole('img', { name: 'Sent with the message' })).toBeVisible()
  await expectAccessible(player, 'a case of the player')

  await asha.goto('/cases')
  await asha
    .getByRole('row', { name: /rigged/ })
    .getByRole('link')
    .click()
  await expect(asha.getByText('My last spin was <b>rigged</b>.')).toBeVisible()
  await expect(asha.getByRole('img', { name: 'Sent with the message' })).toBeVisible()
  await expectAccessible(asha, 'a case')
  await asha.getByLabel('Answer or note').fill('Looks at the last spin')
  await asha.getByRole('button', { name: 'Keep note on case' }).click()
  await expect(asha.getByText('Kept as a note.')).toBeVisible()

  await asha.getByRole('link', { name: /Meera Nair/ }).click()
  const opening = asha.context().waitForEvent('page')
  await asha.getByRole('link', { name: 'Replay and proof' }).click()
  const replay = await opening
  await expect(replay.getByRole('heading', { name: 'This round checks out' })).toBeVisible()
  await expect(replay.locator('meta[property="og:title"]')).toHaveAttribute(
    'content',
    /^A round of .*: 10 fkr returned /,
  )
  await replay.getByRole('button', { name: 'Play it again' }).click()
  await expect(replay.getByText(/^The end, after move \d+$/)).toBeVisible()
  const saved = replay.waitForEvent('download')
  await replay.getByRole('button', { name: 'Picture' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^pipkin-.*\.png$/)
  await expectAccessible(replay, 'a replay')
  const shown = replay.url()
  await replay.getByRole('link', { name: 'Every check of its proof' }).click()
  await expect(replay.getByRole('list', { name: 'Checks' })).toBeVisible()
  await replay.close()

  await asha.goBack()
  await asha.getByLabel('Answer or note').fill(`It checks out, see it as it went: ${shown}`)
  await asha.getByRole('button', { name: 'Answer case and close it' }).click()
  await expect(asha.getByText('Sent. The case is closed.')).toBeVisible()

  await player.goto('/notifications')
  await expect(player.getByText(/^Support has answered case \d{6} and closed it\.$/)).toBeVisible()
  await player.goto('/support')
  await player.getByRole('link', { name: /It checks out/ }).click()
  await expect(player.getByText(`It checks out, see it as it went: ${shown}`)).toBeVisible()
  await expect(player.getByText('Looks at the last spin')).toBeHidden()
  await expect
    .poll(() => mailedTo(player.request, person.email))
    .toContainEqual(expect.stringContaining(shown))
  await context.close()
})

test('a player near a limit gets a break, all players a notice, and new terms are accepted', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.url })
  const player = await context.newPage()
  await fundedPlayer(player, product.url, 100)
  const userID = await idOf(player)
  const limit = { kind: 'deposit', period: 'week', amount: 110 }
  expect((await player.request.post('/api/setLimit', { data: limit })).ok()).toBe(true)
  for (const length of ['24h', '7d'])
    await player.request.post('/api/takeBreak', { data: { kind: 'timeout', length } })

  await asha.getByRole('link', { name: 'Safety' }).click()
  const near = asha.getByRole('group', { name: 'Near a limit' })
  const row = near.getByRole('row', { name: String(userID) })
  await expect(async () => {
    await asha.reload()
    await expect(row).toContainText('90 %', { timeout: 5_000 })
  }).toPass()
  await expectAccessible(asha, 'near a limit')
  await row.getByRole('button', { name: 'Give break' }).click()
  const dialog = asha.getByRole('dialog', { name: `Give break: player ${userID}` })
  await dialog.getByLabel('Break').selectOption('An exclusion of 6 months')
  await dialog.getByLabel('Reason').fill('asked for it on the phone')
  await dialog.getByRole('button', { name: 'Give break' }).click()
  await expect(dialog.getByRole('status')).toHaveText('Done')
  await asha.keyboard.press('Escape')
  await asha.getByRole('link', { name: 'Exclusions' }).click()
  await expect(asha.getByRole('row', { name: String(userID) })).toContainText(
    'Asha: asked for it on the phone',
  )

  // With the player's own two breaks it is the third in three months: a sign of risk.
  await asha.getByRole('link', { name: 'At risk' }).click()
  const atRisk = asha.getByRole('row', { name: String(userID) })
  await expect(async () => {
    await asha.reload()
    await expect(atRisk).toContainText('3 breaks begun in 90 days', { timeout: 5_000 })
  }).toPass()
  await expectAccessible(asha, 'at risk')
  await atRisk.getByRole('button', { name: 'Note what was done' }).click()
  const note = asha.getByRole('dialog', { name: `Note what was done: player ${userID}` })
  await note.getByLabel('Reason').fill('called, and told of help')
  await note.getByRole('button', { name: 'Note what was done' }).click()
  await expect(note.getByRole('status')).toHaveText('Done')
  await asha.keyboard.press('Escape')
  await expect(atRisk).toContainText('Asha: called, and told of help')
  await asha.getByRole('link', { name: String(userID) }).click()
  const signs = asha.getByRole('group', { name: 'Signs of risk' })
  await expect(signs.getByRole('row')).toHaveCount(4)
  await asha.getByRole('link', { name: 'Safety' }).click()

  /** Drafts what a form says, proposes it, and lets Ben approve it. */
  const byTwo = async (button: string, fields: Readonly<Record<string, string>>) => {
    await asha.getByRole('button', { name: button }).click()
    const form = asha.getByRole('dialog', { name: button })
    for (const [label, value] of Object.entries(fields)) await form.getByLabel(label).fill(value)
    await expectAccessible(asha, button)
    await form.getByRole('button', { name: button }).click()
    await expect(form.getByRole('status')).toHaveText('Done')
    await asha.keyboard.press('Escape')
    if (button === 'Draft notice') {
      await asha.getByRole('link', { name: 'Drafts' }).click()
      await expect(asha.getByRole('cell', { name: '2026-01-02 23:30 UTC' })).toBeVisible()
    }
    await asha.getByRole('button', { name: /^Publish/ }).click()
    const proposing = asha.getByRole('dialog', { name: /^Publish/ })
    await proposing.getByLabel('Reason').fill('ticket 31')
    await proposing.getByRole('button', { name: /^Publish/ }).click()
    await expect(proposing.getByRole('status')).toContainText('a second person has to approve')
    await asha.keyboard.press('Escape')
    await ben.goto('/proposals')
    await approve(ben, 'read it')
  }
  await asha.getByRole('link', { name: 'Notices' }).click()
  const words = '<b>On Sunday</b> from 3 to 4.'
  await byTwo('Draft notice', {
    'From (UTC)': '2026-01-02T23:30',
    Title: 'A pause',
    Text: words,
    Reason: 'ticket 31',
  })
  await player.goto('/notifications')
  await expect(player.getByText('A pause')).toBeVisible()
  await expect(player.getByText(words)).toBeVisible()

  await asha.getByRole('link', { name: 'Terms' }).click()
  await byTwo('Draft terms', {
    Text: 'Be kind to the games.',
    Reason: 'ticket 32',
  })
  await player.goto('/account')
  await player.getByRole('button', { name: 'Read the terms' }).click()
  await expect(player.getByText('Be kind to the games.')).toBeVisible()
  await expectAccessible(player, 'new terms')
  await player.getByRole('button', { name: 'Accept' }).click()
  await expect(player.getByText('Accepted')).toBeVisible()
  await asha.reload()
  await expect(asha.getByRole('group', { name: 'Accepted' })).toContainText(String(userID))
  await expectAccessible(asha, 'the terms')
  await context.close()
})

test('an audit is asked for, runs in the worker, and its report stays', async () => {
  await asha.goto('/audits')
  await expect(asha.getByText('There was none yet.')).toBeVisible()
  await asha.getByRole('button', { name: 'Run audit' }).press('Enter')
  const dialog = asha.getByRole('dialog', { name: 'Run audit' })
  await dialog.getByLabel('Replay every round').press('Space')
  await dialog.getByLabel('Reason').fill('the week’s audit')
  await expectAccessible(asha, 'asking for an audit')
  await asha.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toContainText('the worker begins within seconds')
  await asha.keyboard.press('Escape')
  await expect(asha.getByRole('button', { name: 'Run audit' })).toBeFocused()

  const report = asha.getByRole('group', { name: /^Report of / })
  await expect(report).toBeVisible()
  await expect(report.getByRole('row', { name: /^ok each movement sums to zero/ })).toBeVisible()
  await expect(report.getByText(/wrong$/)).toBeHidden()
  const kept = asha.getByRole('group', { name: 'Reports' }).getByRole('row', { name: /Asha/ })
  await expect(kept).toContainText('every one')
  await expectAccessible(asha, 'a report of an audit')
  // Opening a report on a later page of the list keeps that page.
  const page = `before=${cursorOf({ ...lastPosition, at: '2100-01-01 00:00:00+00' })}`
  await asha.goto(`/audits?${page}`)
  await kept.getByRole('link').press('Enter')
  await expect(asha).toHaveURL(new RegExp(`\\?${page}&audit=`))
  await expect(kept).toBeVisible()
  await asha.goto('/')
  await asha.getByRole('link', { name: /, 0 findings$/ }).press('Enter')
  await expect(report).toBeVisible()
})

test('DESK-60 a third comes in by the link of one and the code of the other', async ({
  browser,
}) => {
  const third = { name: 'Cleo', email: 'cleo@pipkin.example' }
  await asha.goto('/operators')
  const code = await invite(asha, third, 'cashier', 'for the payouts')
  await asha.keyboard.press('Escape')
  await ben.goto('/proposals')
  const approved = await act(ben, 'Approve proposal', 'she was here before')
  const link = (await approved.locator('strong').textContent()) ?? ''
  await expect(approved).toContainText('with the code that Asha was given')
  await approved.getByRole('button', { name: 'Close' }).click()

  const cleo = await operatorPage(browser, product.desk().url)
  await cleo.goto(link)
  await cleo.getByLabel('Your name').fill(third.name)
  await cleo.getByLabel('E-mail').fill(third.email)
  await cleo.getByRole('button', { name: 'Go on' }).click()
  await expect(cleo.getByRole('alert')).toContainText('for another address or code')
  await comeIn(cleo, link, { ...third, code })
  await expect(cleo.getByText('Cleo, cashier')).toBeVisible()
  // A colleague's address, to a screen that the role doesn't have.
  await cleo.goto('/acts')
  await expect(cleo.getByRole('heading', { name: 'No such screen' })).toBeVisible()
  await expectAccessible(cleo, 'no such screen')
  await cleo.context().close()
})

test('an operator’s choice of the dark stays on other screens and after a reload', async () => {
  const page = asha.locator('html')
  const dark = asha.getByRole('button', { name: 'Dark', exact: true })
  await asha.emulateMedia({ colorScheme: 'light' })
  await asha.goto('/')
  await expect(dark).toHaveAttribute('aria-pressed', 'false')
  await dark.press('Enter')
  await expect(dark).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveAttribute('data-theme', 'dark')
  await asha.goto('/games')
  await expect(page).toHaveAttribute('data-theme', 'dark')
  await dark.press('Enter')
  await expect(dark).toHaveAttribute('aria-pressed', 'false')
  await expect(page).toHaveAttribute('data-theme', 'light')
  // The system's choice counts again from here on.
  await asha.evaluate(() => localStorage.clear())
})

test('a refusal covers no field that has the focus, on a phone', async () => {
  await asha.setViewportSize({ width: 390, height: 844 })
  await asha.goto('/notices')
  const Message = 'It ends before it begins, or at a time that is over by now. '.repeat(2)
  await routeOnce(asha, '**/desk/api/draftNotice*', (route) =>
    route.fulfill({ json: { Status: false, Message } }),
  )
  const dialog = await beginAct(asha, 'Draft notice', 'the players have to know')
  await dialog.getByLabel('Title').fill('We are back')
  await dialog.getByLabel('Text').fill('All games are open again.')
  await dialog.getByLabel('Reason').press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('It ends before it begins')
  for (const name of ['Reason', 'Until (UTC)', 'Title', 'Reason']) {
    const field = dialog.getByLabel(name)
    await field.focus()
    await expect.poll(() => field.evaluate(isOnTop), { message: name }).toBe(true)
  }
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await asha.setViewportSize(deskSize)
})

/** In the page: whether nothing covers the middle of an element. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  return document.elementFromPoint(left + width / 2, top + height / 2) === element
}

/** The operator comes back to the page, which refreshes what is older than a second. */
const comeBackUntil = (page: Page, shown: () => Promise<void>) =>
  expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
    await shown()
  }).toPass()
const soon = { timeout: 1_500 }

test('what another operator changes turns no open dialog into another act', async () => {
  const paused = 'Paused: no payout is signed.'
  await ben.goto('/payouts')
  const dialog = await beginAct(ben, 'Pause payouts', 'an alarm: stop all payouts')

  await asha.goto('/payouts')
  const first = await act(asha, 'Pause payouts', 'an alarm')
  await expect(first.getByRole('status')).toHaveText('Done')
  await expect(first.getByRole('button', { name: 'Close' })).toBeFocused()
  await asha.keyboard.press('Escape')
  await expect(asha.getByText(paused)).toBeVisible()
  await comeBackUntil(ben, () => expect(ben.getByText(paused)).toBeVisible(soon))

  await dialog.getByRole('button', { name: 'Pause payouts' }).click()
  await expect(dialog.getByText('It is so already.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const resumed = await act(ben, 'Resume payouts', 'the alarm is over')
  await expect(resumed.getByRole('status')).toHaveText('Done')
  await ben.keyboard.press('Escape')
  await expect(ben.getByText(paused)).toBeHidden()

  // Asha's page is out of date: the refusal of her act makes it refresh.
  const late = await act(asha, 'Resume payouts', 'the alarm is over')
  await expect(late.getByText('It is so already.')).toBeVisible()
  await asha.keyboard.press('Escape')
  await expect(asha.getByText(paused)).toBeHidden()

  // Nor does it close a dialog: the proposal that she withdraws disappears below the dialog in
  // which he writes.
  await asha.goto('/games/2')
  const proposed = await act(asha, 'Retire game', 'no one plays it')
  await expect(proposed.getByRole('status')).toContainText('a second person has to approve')
  await ben.goto('/proposals')
  const refusal = await beginAct(ben, 'Refuse proposal', 'I play it')
  await asha.goto('/proposals')
  const withdrawn = await act(asha, 'Withdraw proposal', 'it is played')
  await expect(withdrawn.getByRole('status')).toHaveText('Done')
  await asha.keyboard.press('Escape')
  await comeBackUntil(ben, () => expect(ben.getByText('Nothing waits.')).toBeVisible(soon))
  await refusal.getByRole('button', { name: 'Refuse proposal' }).click()
  await expect(refusal.getByText('This is decided already.')).toBeVisible()
  await refusal.getByRole('button', { name: 'Cancel' }).click()
})

test('a session that ends hides the screen until its operator logs in again', async () => {
  await ben.goto('/payouts')
  const dialog = await beginAct(ben, 'Pause payouts', 'half written')
  await ben.context().clearCookies()
  const logIn = ben.getByRole('heading', { name: 'Log in again' })
  await dialog.getByRole('button', { name: 'Pause payouts' }).click()
  await expect(logIn).toBeVisible()
  await expect(ben.getByRole('heading', { name: 'Payouts' })).toBeHidden()
  await expect(dialog).toBeHidden()
  for (const press of [1, 2, 3]) {
    await ben.keyboard.press('Escape')
    await expect(logIn, `Esc, ${press}`).toBeVisible()
  }
  await expectAccessible(ben, 'log in again')
  await ben.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(dialog.getByLabel('Reason')).toHaveValue('half written')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(ben.getByRole('heading', { name: 'Payouts' })).toBeVisible()

  // All tabs have one session, and learn its end and its beginning from each other.
  const other = await ben.context().newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'Log out', exact: true }).click()
  await expect(other.getByRole('heading', { name: 'Back office' })).toBeVisible()
  await expect(logIn).toBeVisible()
  await ben.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(ben.getByRole('heading', { name: 'Payouts' })).toBeVisible()
  await expect(other.getByRole('heading', { name: 'Now', exact: true })).toBeVisible()
  await other.close()
})

test('what can’t be read says so, and leaves the way to other screens', async () => {
  await ben.goto('/')
  const chunks = await routeUntil(ben, '**/assets/safety-*.js', (route) => route.abort())
  await ben.getByRole('link', { name: 'Safety' }).click()
  await expect(ben.getByRole('alert')).toContainText('This screen could not be loaded.')
  await ben.getByRole('link', { name: 'Now' }).click()
  await expect(ben.getByRole('heading', { name: 'To be decided' })).toBeVisible()
  chunks()
  const figures = await routeUntil(ben, '**/readNow*', (route) => route.abort())
  await comeBackUntil(ben, () =>
    expect(ben.getByRole('alert')).toContainText(
      /^The back office does not answer\. Try again\. What is shown is from \d/,
      soon,
    ),
  )
  figures()
  await ben.getByRole('button', { name: 'Retry' }).click()
  await expect(ben.getByRole('alert')).toBeHidden()
})

test('every screen is clean in both themes, fits from 320 to 1920, and goes by keys', async () => {
  const names = [
    'Now',
    'Payouts',
    'Players',
    'Safety',
    'Cases',
    'Notices',
    'Money',
    'Referral',
    'Games',
    'Fees and limits',
    'Waiting',
    'Acts',
    'Audits',
    'Health',
    'Operators',
  ]
  for (const name of names) {
    const screens = asha.getByRole('navigation', { name: 'Screens' })
    const link = screens.getByRole('link', { name })
    await link.focus()
    await asha.keyboard.press('Enter')
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(asha.getByRole('heading', { level: 1 })).toContainText(name)
    await expect(asha.getByRole('main')).toBeFocused()
    await expectAccessible(asha, name)
    await expectToFit(asha, name)
  }
  for (const view of ['movements', 'way', 'unmatched']) {
    await asha.goto(`/money?view=${view}`)
    await expect(asha.getByRole('region')).toBeVisible()
    await expectToFit(asha, `Money: ${view}`)
  }
  await asha.goto('/players')
  await asha.getByRole('searchbox').fill('Meera')
  await asha.keyboard.press('Enter')
  await expect(asha).toHaveURL(/text=Meera/)
  await asha
    .getByRole('link', { name: /^\d{8}$/ })
    .first()
    .press('Enter')
  await expect(asha.getByRole('heading', { level: 1 })).toContainText('Meera Nair')
  await expectAccessible(asha, 'a player')
  await asha.getByRole('button', { name: 'Show contact' }).press('Enter')
  await asha.getByLabel('Reason').fill('case 123456')
  await asha.keyboard.press('Enter')
  await expect(asha.getByRole('dialog')).toContainText('@example.com')
  await expectAccessible(asha, 'an act')
  await asha.keyboard.press('Escape')

  await asha.getByRole('button', { name: 'Log out', exact: true }).first().click()
  await expect(asha.getByLabel('E-mail')).toBeVisible()
  await expectAccessible(asha, 'log in')
  await expect
    .poll(() => asha.locator('main img').evaluate((mark) => Reflect.get(mark, 'naturalWidth')))
    .toBeGreaterThan(0)
})
