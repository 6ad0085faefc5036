import { mailedCode, somebody } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

/** Forms by keyboard alone. The component tests of the web app have the rest. */

test('a visitor signs up and logs in by keyboard alone', async ({ page }) => {
  const person = somebody()
  const { keyboard } = page
  const type = async (text: string) => {
    await keyboard.press('Tab')
    await keyboard.type(text)
  }
  const onwardTo = async (name: string | RegExp) => {
    const target = page.getByRole('button', { name }).or(page.getByRole('link', { name })).first()
    for (let tab = 0; tab < 15; tab += 1) {
      await keyboard.press('Tab')
      if (await target.evaluate((element) => element === document.activeElement))
        return keyboard.press('Enter')
    }
    throw new Error(`Tab doesn't come to ${name}`)
  }
  await page.goto('/start')
  await onwardTo('Create An Account')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await type(person.name)
  await type(person.mobile)
  await type(person.password)
  await keyboard.press('Tab')
  await type(person.email)
  await type('')
  await keyboard.press('Tab')
  if (!(await page.getByRole('checkbox').evaluate((box) => box === document.activeElement)))
    await keyboard.press('Tab')
  await keyboard.press('Space')
  await expect(page.getByRole('checkbox')).toBeChecked()
  await keyboard.press('Enter')

  await expect(page.getByLabel('4-digit code')).toBeFocused()
  await expect.poll(() => mailedCode(page.request, person.email).catch(() => null)).not.toBeNull()
  await keyboard.type(await mailedCode(page.request, person.email))
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/login')
  // Text typed before the focus arrives would go to no field.
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome back' })).toBeFocused()
  await page.getByLabel('Mobile number').focus()
  await keyboard.type(person.mobile)
  await type(person.password)
  await keyboard.press('Enter')
  await expect(page).toHaveURL('/')
})
