import { enter, fillSignUp, giveCode, somebody } from '../support/people.ts'
import { expect, type Page, test } from '../support/test.ts'

/**
 * Answers that come after the player has left the screen that asked. Here are the cases that need a
 * late server or late files; the web app's component tests have every form.
 */

/** The answer to a call: this object, or the server's own. */
type Answer = object | 'of the server'

/**
 * Holds the answers to a call back until they are let through. `asked` is fulfilled by the first
 * call.
 */
async function hold(page: Page, call: string, answer: Answer) {
  const gate = Promise.withResolvers<void>()
  const first = Promise.withResolvers<void>()
  await page.route(`**/api/${call}`, async (route) => {
    first.resolve()
    await gate.promise
    if (answer === 'of the server') await route.continue()
    else await route.fulfill({ json: { Status: true, Message: 'Success', ...answer } })
  })
  return { asked: first.promise, letThrough: gate.resolve }
}

const toastOf = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()

/** Goes from a screen to the next by a link, so that Back returns to it. */
async function follow(page: Page, from: string, link: string): Promise<void> {
  await page.goto(from)
  await page.getByRole('link', { name: link, exact: true }).click()
  await expect(page).not.toHaveURL(from)
}

test.describe('a player who has left a screen stays where they are, and learns the outcome all the same', () => {
  test('a new account', async ({ page }) => {
    const person = somebody()
    const answer = await hold(page, 'signUp', 'of the server')
    await follow(page, '/start', 'Create An Account')
    await fillSignUp(page, person)
    await giveCode(page, person)
    await answer.asked
    // Until the popup of the code has gone, Back would only close it.
    await expect(page.getByRole('dialog', { name: 'Verify your email' })).toBeHidden()
    await page.goBack()
    await expect(page).toHaveURL('/start')
    answer.letThrough()
    await expect(toastOf(page, 'Your account is ready.')).toBeVisible()
    await expect(page).toHaveURL('/start')
  })

  test('an answer that comes while the next screen is still loading', async ({ page }) => {
    await page.goto('/login')
    await page.getByLabel('Mobile number').fill('7000000000')
    await page.getByLabel('Password', { exact: true }).fill('small-pots-1')
    const answer = await hold(page, 'userLogin', {
      Data: [{ id: 48_213_075, name: 'Meera Nair', Mobile_No: '7000000000' }],
    })
    await press(page, 'Login')
    await answer.asked
    const scripts = Promise.withResolvers<void>()
    await page.route(/\.js$/, async (route) => {
      await scripts.promise
      await route.continue()
    })
    await page.getByRole('link', { name: 'Create An Account' }).click()
    await expect(page).toHaveURL('/signup')
    const answered = page.waitForResponse('**/api/userLogin')
    answer.letThrough()
    await (await answered).finished()
    await askSomethingElse(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeVisible()
    scripts.resolve()
    await expect(page.getByLabel('Referral code')).toBeVisible()
    await expect(page).toHaveURL('/signup')
  })
})

test('a photo whose answer comes late closes no sheet of another picture', async ({ page }) => {
  await enter(page)
  await page.goto('/account/my-profile/edit-profile')
  const buffer = await page.screenshot()
  const choosePhoto = async () => {
    const chooser = page.waitForEvent('filechooser')
    await press(page, 'Change photo')
    await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  }
  const answer = await hold(page, 'profilePic', 'of the server')
  const sheet = page.getByRole('dialog', { name: 'Your photo' })
  await choosePhoto()
  await press(page, 'Save Photo')
  await answer.asked
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await choosePhoto()
  await expect(sheet).toBeVisible()
  answer.letThrough()
  await expect(toastOf(page, 'Photo Updated Successfully')).toBeVisible()
  await askSomethingElse(page)
  await expect(sheet).toBeVisible()
})

/**
 * Makes another call. Once it is answered, the page has the answers to its earlier calls, and has
 * handled them.
 */
const askSomethingElse = (page: Page) =>
  page.evaluate(async () => void (await (await fetch('/api/gameList')).json()))
