import { withinADay } from '../../apps/server/test/within-a-day.ts'
import { evenOrOdd } from '../support/even-or-odd.ts'
import { fundedPlayer } from '../support/funded-player.ts'
import { choose, press, tabTo, typeIn } from '../support/keys.ts'
import { expectGoodAtAllWidths } from '../support/look-over.ts'
import { enter, letIn, mailedCode, mailedConfirmation, somebody } from '../support/people.ts'
import { routeOnce } from '../support/route.ts'
import { expect, type Page, test } from '../support/test.ts'

/**
 * What belongs to the player's account: their data, the password, what happened, and a word with
 * support.
 */

const toastOf = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })

test('the password is changed, and only the new one opens a session', async ({
  page,
  browser,
  baseURL,
}) => {
  const person = somebody()
  await enter(page, person)
  const elsewhere = await browser.newPage({ baseURL: baseURL ?? '' })
  await letIn(elsewhere, person)

  await page.goto('/account')
  await press(page.getByRole('link', { name: 'Change Password' }))
  const submit = page.getByRole('button', { name: 'Change Password' })
  await press(submit)
  await expect(page.getByText('Both fields are required. Please fill in all fields.')).toBeVisible()
  await typeIn(page.getByLabel('New password'), 'abc')
  await typeIn(page.getByLabel('Confirm password'), 'abc')
  await press(submit)
  await expect(page.getByText('Password must be between 4 and 20 characters.')).toBeVisible()
  await typeIn(page.getByLabel('New password'), 'password1')
  await expect(page.getByText('This one is common and easy to guess.')).toBeVisible()
  await typeIn(page.getByLabel('New password'), 'other-pots-2')
  await press(submit)
  await expect(
    page.getByText("The confirmed password doesn't match the new password."),
  ).toBeVisible()
  await expectGoodAtAllWidths(page, '/account/change-password, an error')
  await typeIn(page.getByLabel('Confirm password'), 'other-pots-2')

  await test.step('a log-in that has become too old is confirmed in place', async () => {
    await routeOnce(page, '**/api/changePassword*', (route) =>
      route.fulfill({
        status: 403,
        json: {
          Status: false,
          Message: 'Please confirm that it is you',
          Data: { confirm: ['mail'] },
        },
      }),
    )
    await press(submit)
    const sheet = page.getByRole('dialog', { name: 'Please confirm that it is you' })
    await expect(sheet).toContainText(person.email)
    await press(sheet.getByRole('button', { name: 'Continue' }))
    await expect(sheet.getByText('Please enter the code of the mail')).toBeVisible()
    const mailed = () => mailedConfirmation(page.request, person.email)
    await expect.poll(mailed).not.toBeNull()
    const code = (await mailed()) ?? ''
    await typeIn(sheet.getByLabel('Code of the mail'), code === '123456' ? '654321' : '123456')
    await press(sheet.getByRole('button', { name: 'Continue' }))
    await expect(sheet.getByText('That was not right. Please try again.')).toBeVisible()
    await expectGoodAtAllWidths(page, 'the confirmation, an error')
    await typeIn(sheet.getByLabel('Code of the mail'), code)
    await press(sheet.getByRole('button', { name: 'Continue' }))
  })
  await expect(toastOf(page, 'Your password has been updated.')).toBeVisible()
  await expect(page).toHaveURL('/')
  await expect(page.getByText(person.name)).toBeVisible()

  await test.step('the session elsewhere has ended', async () => {
    await elsewhere.goto('/account/my-profile')
    await expect(elsewhere).toHaveURL('/start')
    await elsewhere.close()
  })
  await test.step('and the old password opens nothing', async () => {
    const login = (Password: string) =>
      page.request.post('/api/userLogin', { data: { Mobile_No: person.mobile, Password } })
    expect(await (await login(person.password)).json()).toMatchObject({ Status: false })
    expect(await (await login('other-pots-2')).json()).toMatchObject({ Status: true })
  })
})

/** A picture of 600 × 400, its left half red and its right half blue. */
const halves = (page: Page) =>
  page.evaluate(async () => {
    const canvas = new OffscreenCanvas(600, 400)
    const context = canvas.getContext('2d')!
    for (const [x, colour] of [
      [0, 'red'],
      [300, 'blue'],
    ] as const) {
      context.fillStyle = colour
      context.fillRect(x, 0, 300, 400)
    }
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())]
  })

/** The colour in the middle of the picture that an image shows, and its size. */
const seen = (page: Page, selector: string) =>
  page.locator(selector).evaluate(async (image: HTMLImageElement) => {
    await image.decode()
    const context = new OffscreenCanvas(1, 1).getContext('2d')!
    context.drawImage(image, image.naturalWidth / 2, image.naturalHeight / 2, 1, 1, 0, 0, 1, 1)
    const [red = 0, , blue = 0] = context.getImageData(0, 0, 1, 1).data
    return { side: image.naturalWidth, colour: red > blue ? 'red' : 'blue' }
  })

test('a photo is cut to a square, sent and shown wherever the player is', async ({ page }) => {
  await enter(page)
  await page.goto('/account/my-profile/edit-profile')
  const choosePhoto = async (buffer: Buffer, name = 'me.png') => {
    const chooser = page.waitForEvent('filechooser')
    await press(page.getByRole('button', { name: 'Change photo' }))
    await (await chooser).setFiles({ name, mimeType: 'image/png', buffer })
  }
  await choosePhoto(Buffer.from('<svg/>'), 'no-picture.png')
  await expect(
    page.getByRole('alert').filter({ hasText: 'Some error occured in photo update' }),
  ).toBeVisible()

  await choosePhoto(Buffer.from(await halves(page)))
  const sheet = page.getByRole('dialog', { name: 'Your photo' })
  await press(sheet.getByLabel('Zoom'), 'End')
  await tabTo(sheet.getByRole('application'))
  for (let press = 0; press < 12; press += 1) await page.keyboard.press('ArrowRight')
  await press(sheet.getByRole('button', { name: 'Save Photo' }))
  await expect(toastOf(page, 'Photo Updated Successfully')).toBeVisible()
  await expect(sheet).toBeHidden()
  expect(await seen(page, 'main img[src^="/uploads/"]')).toEqual({ side: 256, colour: 'blue' })

  for (const path of ['/', '/account', '/account/my-profile']) {
    await page.goto(path)
    await expect(page.locator('main img[src^="/uploads/"]').first()).toBeVisible()
  }
})

test('name and email are changed; the new address by its code', async ({ page }) => {
  const person = somebody()
  await enter(page, person)
  await page.goto('/account/my-profile')
  await expect(page.getByText(person.email)).toBeVisible()
  await press(page.getByRole('link', { name: 'Edit Profile' }))

  const save = page.getByRole('button', { name: 'Save' })
  await typeIn(page.getByLabel('Full Name'), ' ')
  await typeIn(page.getByLabel('Email'), 'meera@')
  await press(save)
  await expect(page.getByText('Full Name cannot be empty')).toBeVisible()
  await expect(page.getByText('Please enter a valid email address')).toBeVisible()
  await expectGoodAtAllWidths(page, '/account/my-profile/edit-profile, errors')

  const email = `new.${person.email}`
  await typeIn(page.getByLabel('Full Name'), 'Meera Devi Nair')
  await typeIn(page.getByLabel('Email'), email)
  await expect(page.getByText('Not verified')).toBeVisible()
  await press(save)
  const popup = page.getByRole('dialog', { name: 'Verify your email' })
  await expect(popup).toContainText(email)
  await expectGoodAtAllWidths(page, 'the code of another address')
  await expect.poll(() => mailedCode(page.request, email).catch(() => null)).not.toBeNull()
  await typeIn(popup.getByLabel('4-digit code'), await mailedCode(page.request, email))
  await press(popup.getByRole('button', { name: 'Continue' }))
  await expect(toastOf(page, 'Your profile has been updated')).toBeVisible()
  await expect(page).toHaveURL('/account/my-profile')
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Meera Devi Nair' })).toBeVisible()
  await press(page.getByRole('link', { name: 'Home' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Meera Devi Nair' })).toBeVisible()
  await page.goBack()

  const shown = page.getByRole('switch', { name: 'Show my name in Top 10 Players' })
  const saved = page.waitForResponse('**/api/updateProfile*')
  await press(shown)
  await expect(shown).not.toBeChecked()
  await saved
  await page.reload()
  await expect(shown).not.toBeChecked()
})

test('a support case gets a number and stands in the list', async ({ page }) => {
  const id = await enter(page)
  await page.goto('/support')
  await expect(page.getByLabel('User Id')).toHaveValue(String(id))
  const submit = page.getByRole('button', { name: 'Submit' })
  await typeIn(page.getByLabel('User Id'), '')
  await press(submit)
  for (const message of [
    'Please enter a valid  Id',
    'Please enter Transaction Hash',
    'Please enter your amount',
    'Please select Transaction Type',
  ])
    expect(await page.getByRole('alert').allTextContents()).toContain(message)

  await typeIn(page.getByLabel('User Id'), String(id))
  await typeIn(page.getByLabel('Transaction Hash'), '0x1234')
  await typeIn(page.getByLabel('Amount'), '12.50')
  await choose(page.getByLabel('Transaction Type'), 'Withdraw')
  await press(submit)
  await expect(page.getByText('Please enter a valid Transaction Hash')).toBeVisible()
  await typeIn(page.getByLabel('Transaction Hash'), `0x${'4b'.repeat(32)}`)
  await press(submit)
  await expect(toastOf(page, 'successfully')).toBeVisible()
  await expect(page.getByText(/^Your case number is \d+\./)).toBeVisible()
  const number = (await page.getByText(/^Your case number is/).textContent())?.match(/\d+/)?.[0]
  const entry = page.getByRole('listitem').filter({ hasText: `Case ${number}` })
  await expect(entry).toContainText('Open')
  await expect(entry).toContainText('Withdraw 12.50')
  await expect(page.getByLabel('Transaction Hash')).toHaveValue('')
})

/** A round of Guess Number through the calls alone. */
async function playRound(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { userID } = JSON.parse(localStorage.getItem('userGame') ?? '{}')
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json' }
      return (
        await fetch(`/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      ).json()
    }
    const bet = { User_Id: userID, Amount: -5, StatusMsg: 'amtplaced', Game_Id: 1 }
    const { Transaction_Id } = await post('addTransaction', bet)
    // A board without an even number refuses the one, and pays the same for the other.
    for (const choice of ['even', 'odd'])
      await post('playRound', { User_Id: userID, Transaction_Id, Move: { choice } })
    return Transaction_Id
  })
}

test('activities: the rounds of today, what they came to, and their proofs', async ({
  page,
  baseURL,
}) => {
  await withinADay()
  await fundedPlayer(page, baseURL ?? '', 100)
  await page.goto('/activities')
  await expect(page.getByText('No activity found for today.')).toBeVisible()
  await page.getByRole('tab', { name: 'Previous Activity' }).click()
  await expect(page.getByText('No previous activity found.')).toBeVisible()

  const ids = [await playRound(page), await playRound(page), await playRound(page)]
  await page.getByRole('tab', { name: 'Today' }).click()
  const rows = page.getByRole('tabpanel').getByRole('link')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText(/Guess Number.*bet 5\s· return (0|7\.50)/)
  await expect(page.getByText(/^Staked15/)).toBeVisible()
  await expect(page.getByRole('img', { name: /^Net over 3 settled rounds/ })).toBeVisible()
  await expect(page.getByText(/^Times in \w+/)).toBeVisible()
  await page.getByRole('button', { name: /as a table/ }).click()
  await expect(page.getByRole('row')).toHaveCount(4)

  await test.step('taken home as a table and as proofs', async () => {
    for (const [name, file] of [
      ['Activity as CSV', 'pipkin-activity.csv'],
      ['Proofs as JSON', 'pipkin-proofs.json'],
    ] as const) {
      await page.getByRole('button', { name: 'Download history' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name }).click()
      expect((await download).suggestedFilename()).toBe(file)
    }
  })
  await rows.first().click()
  await expect(page).toHaveURL(`/fairness/${ids.at(-1)}`)
})

/** Sends 25 from the player on a page to another. */
async function send25(from: Page, receiverId: number): Promise<void> {
  const answer = await from.evaluate(async (receiver) => {
    const { userID } = JSON.parse(localStorage.getItem('userGame') ?? '{}')
    const body = JSON.stringify({ senderId: userID, transferAmount: 25, receiverId: receiver })
    const headers = { 'content-type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }
    return (await fetch('/api/walletTransfer', { method: 'POST', headers, body })).json()
  }, receiverId)
  expect(answer).toMatchObject({ Status: true })
}

const depositOnHome = (page: Page) => page.locator('main dl > div').first()

test('money that arrives is seen at once, and the bell says so', async ({
  page,
  browser,
  baseURL,
}) => {
  const receiver = await enter(page)
  // The browser itself gives up after an answer like this.
  await routeOnce(page, '**/api/events', (route) => route.fulfill({ status: 503 }))
  const followed = page.waitForEvent('request', (request) => request.url().endsWith('/api/events'))
  await page.goto('/')
  await followed
  await expect(depositOnHome(page)).toContainText('Deposit0')
  const sender = await browser.newPage({ baseURL: baseURL ?? '' })
  await fundedPlayer(sender, baseURL ?? '', 100)
  await send25(sender, receiver)
  await expect(depositOnHome(page)).toContainText('Deposit24.50')
  await expect(page.getByRole('link', { name: 'Notifications, 1 new' }).first()).toBeVisible()

  await test.step('also what came while the connection was lost', async () => {
    await page.context().setOffline(true)
    await send25(sender, receiver)
    await page.context().setOffline(false)
    await expect(depositOnHome(page)).toContainText('Deposit49')
  })

  await page.getByRole('link', { name: 'Notifications, 2 new' }).first().click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Money received' })).toHaveCount(2)
  await page.getByRole('button', { name: 'Mark all read' }).click()
  await expect(page.getByRole('button', { name: 'Mark all read' })).toBeHidden()
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Notifications', exact: true }).first()).toBeVisible()
  await sender.close()
})

test('a bet that was refused for want of money is placed once there is some', async ({
  page,
  browser,
  baseURL,
}) => {
  await fundedPlayer(page, baseURL ?? '', 13)
  const { userID } = await page.evaluate(() => JSON.parse(localStorage.getItem('userGame') ?? '{}'))
  await page.goto('/games/guess-number')
  await page.getByLabel('Stake').fill('20')
  await page.getByRole('button', { name: 'Bet 20 fkr' }).click()
  await expect(page.getByText('No sufficient amount !')).toBeVisible()

  const sender = await browser.newPage({ baseURL: baseURL ?? '' })
  await fundedPlayer(sender, baseURL ?? '', 100)
  await send25(sender, userID)
  await page.getByRole('button', { name: 'Bet 20 fkr' }).click()
  await expect(page.getByText('Game started!')).toBeVisible()
  await sender.close()
})

test('HIDDEN-09 no tab shows a result before it is on screen', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await fundedPlayer(page, baseURL ?? '', 100)
  const { userID } = await page.evaluate(() => JSON.parse(localStorage.getItem('userGame') ?? '{}'))
  const sender = await browser.newPage({ baseURL: baseURL ?? '' })
  await fundedPlayer(sender, baseURL ?? '', 100)
  const home = await context.newPage()
  const events: string[] = []
  const network = await context.newCDPSession(home)
  await network.send('Network.enable')
  network.on('Network.eventSourceMessageReceived', ({ eventName }) => events.push(eventName))
  await home.goto('/')
  await expect(depositOnHome(home)).toContainText('Deposit100')

  await page.goto('/games/guess-number')
  await page.getByRole('button', { name: 'Bet 5 fkr' }).click()
  await evenOrOdd(page).click()
  await expect(depositOnHome(home)).toContainText('Deposit95')

  // The answer that ends the round waits until the test lets it through.
  const { promise: gate, resolve: letThrough } = Promise.withResolvers<void>()
  await page.route('**/api/playRound', async (route) => {
    await gate
    await route.continue()
  })
  await page.getByRole('button', { name: 'Draw the number' }).click()
  for (const arrived of [1, 2]) {
    await send25(sender, userID)
    await expect.poll(() => events.filter((name) => name === 'received').length).toBe(arrived)
  }
  await expect(depositOnHome(home)).toContainText('Deposit95')
  letThrough()
  await expect(page.getByRole('region', { name: 'Round' })).toContainText('was drawn')
  await expect(depositOnHome(home)).toContainText('Deposit144')
  await sender.close()
})

/** How far down the list of players is. */
const scrolled = (page: Page) =>
  page.getByRole('region', { name: 'Top 10 Players' }).evaluate((list) => list.scrollTop)

test('Top 10 Players moves by itself, and stops for a closer look', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.clock.install()
  await page.route('**/api/getTop10Players', (route) =>
    route.fulfill({
      json: {
        Status: true,
        Message: 'Success',
        Data: Array.from({ length: 10 }, (_, place) => ({
          User_Id: `••••123${place}`,
          Name: `Player ${place}`,
          ProfilePic: null,
          Total_Winnings: 5000 - place,
        })),
      },
    }),
  )
  await page.goto('/')
  const list = page.getByRole('region', { name: 'Top 10 Players' })
  await list.scrollIntoViewIfNeeded()
  await page.clock.runFor(10_000)
  const halfway = await scrolled(page)
  expect(halfway).toBeGreaterThan(100)

  await test.step('Pause, and on from there', async () => {
    await page.getByRole('button', { name: 'Pause the list' }).click()
    const paused = await scrolled(page)
    await page.clock.runFor(5_000)
    expect(await scrolled(page)).toBe(paused)
    await page.getByRole('button', { name: 'Play the list' }).click()
    await page.clock.runFor(2_000)
    expect(await scrolled(page)).toBeGreaterThan(paused)
  })
  await test.step('focus', async () => {
    await list.focus()
    const held = await scrolled(page)
    await page.clock.runFor(5_000)
    expect(await scrolled(page)).toBe(held)
    await page.getByRole('button', { name: 'Pause' }).focus()
  })
  await test.step('it begins again after 20 seconds', async () => {
    await page.clock.runFor(10_000)
    expect(await scrolled(page)).toBeLessThan(halfway)
  })
  await test.step('a touch stops it until it is played', async () => {
    await list.tap()
    const held = await scrolled(page)
    await page.clock.runFor(5_000)
    expect(await scrolled(page)).toBe(held)
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
  })
  await test.step('where motion is unwelcome it doesn’t begin', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.reload()
    await list.scrollIntoViewIfNeeded()
    await page.clock.runFor(10_000)
    expect(await scrolled(page)).toBe(0)
  })
})
