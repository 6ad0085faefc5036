import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { press, typeIn } from './keys.ts'

export interface Person {
  readonly name: string
  readonly mobile: string
  readonly email: string
  readonly password: string
}

let newest = 0

/** A person who is new to this run. */
export function somebody(name = 'Meera Nair'): Person {
  newest = Math.max(newest + 1, Date.now() % 100_000_000)
  // Two workers of the runner never make the same number.
  const number = `7${process.env.TEST_PARALLEL_INDEX ?? 0}${String(newest).padStart(8, '0')}`
  return { name, mobile: number, email: `meera.${number}@example.com`, password: 'small-pots-1' }
}

/** The texts that were mailed to an address, newest first, read where a newcomer reads them. */
export async function mailedTo(request: APIRequestContext, email: string): Promise<string[]> {
  const answer = await request.get('/dev/mail', { params: { to: email } })
  const mails: { text: string }[] = await answer.json()
  return mails.map(({ text }) => text)
}

/** The newest code that was mailed to an address. */
export async function mailedCode(request: APIRequestContext, email: string): Promise<string> {
  const [newest] = await mailedTo(request, email)
  // A year in another mail is no code.
  const code = newest?.match(/Your code is (\d{4})\b/)?.[1]
  if (!code) throw new Error(`no code was mailed to ${email}`)
  return code
}

/** The newest code to confirm a session that was mailed to an address; null before there is one. */
export async function mailedConfirmation(
  request: APIRequestContext,
  email: string,
): Promise<string | null> {
  const texts = await mailedTo(request, email)
  return texts.flatMap((text) => text.match(/\b\d{6}\b/) ?? [])[0] ?? null
}

/** The newest link to a screen that was mailed to an address; null before there is one. */
export async function mailedLink(
  request: APIRequestContext,
  email: string,
  screen: 'reset-password' | 'not-me' = 'reset-password',
): Promise<string | null> {
  const texts = await mailedTo(request, email)
  const link = new RegExp(`https?:\\S+/${screen}#\\S+`)
  return texts.flatMap((text) => text.match(link) ?? [])[0] ?? null
}

/** Fills the sign-up form that is on screen by keys and sends it, which opens the popup. */
export async function fillSignUp(page: Page, person: Person): Promise<void> {
  await typeIn(page.getByLabel('Name'), person.name)
  await typeIn(page.getByLabel('Phone'), person.mobile)
  await typeIn(page.getByLabel('Password', { exact: true }), person.password)
  await typeIn(page.getByLabel('Email'), person.email)
  await press(page.getByRole('checkbox'), 'Space')
  await press(page.getByRole('button', { name: 'Sign Up' }))
}

/** Types the newest code that was mailed into the popup, and sends it. The sign-up then goes on. */
export async function giveCode(page: Page, person: Person): Promise<void> {
  const popup = page.getByRole('dialog', { name: 'Verify your email' })
  await expect(popup).toContainText(person.email)
  await expect.poll(() => mailedCode(page.request, person.email).catch(() => null)).not.toBeNull()
  await typeIn(popup.getByLabel('4-digit code'), await mailedCode(page.request, person.email))
  await press(popup.getByRole('button', { name: 'Continue' }))
}

/** Signs up by keys, from the start screen or a friend's invite link to the log-in. */
export async function signUp(page: Page, person: Person, inviteLink?: string): Promise<void> {
  await page.goto(inviteLink ?? '/start')
  if (inviteLink === undefined) await press(page.getByRole('link', { name: 'Create An Account' }))
  await fillSignUp(page, person)
  await giveCode(page, person)
  await expect(page).toHaveURL('/login')
}

/** Logs in by keys. */
export async function logIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login')
  await typeIn(page.getByLabel('Mobile number'), person.mobile)
  await typeIn(page.getByLabel('Password', { exact: true }), person.password)
  await press(page.getByRole('button', { name: 'Login' }))
  await expect(page).toHaveURL('/')
  await expect(page.getByText(person.name)).toBeVisible()
}

export interface Balances {
  readonly CurrentBalance: number
  readonly Winning_Amount: number
  readonly Bonus: number
  readonly ReferalAmount: number
  readonly OnHold: number
  readonly Locked: { readonly Bonus: number; readonly ReferalAmount: number }
}

/** The id of the logged-in player. */
export const idOf = (page: Page): Promise<number> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('userGame') ?? '{}').userID)

/** The logged-in player's balances, read from the server. */
export async function balancesOf(page: Page): Promise<Balances> {
  const answer = await (
    await page.request.get(`/api/WalletListByUserId?UserId=${await idOf(page)}`)
  ).json()
  return answer.Data
}

/**
 * Makes a call as the page's player; tries again if a busy machine's database didn't answer. Throws
 * the refusal's message.
 */
export const callBy =
  ({ request }: Page) =>
  async (path: string, data: object) => {
    const headers = { 'idempotency-key': randomUUID() }
    const send = () => request.post(`/api/${path}`, { data, headers })
    let response = await send()
    for (let tries = 1; response.status() === 503 && tries < 5; tries += 1) response = await send()
    const answer = await response.json()
    if (!(answer.Status ?? answer.status))
      throw new Error(`${path}: ${answer.Message ?? answer.message}`)
    return answer
  }

/**
 * Logs in through the calls alone, for journeys about something else. Answers the player's id. It
 * writes the player into the browser's storage without loading the app: nearly all journeys begin
 * on another screen.
 */
export async function letIn(page: Page, { mobile, name, password }: Person): Promise<number> {
  const { Data } = await callBy(page)('userLogin', { Mobile_No: mobile, Password: password })
  const userID = Number(Data[0].id)
  await page.goto('/healthz')
  await page.evaluate(
    (session) => localStorage.setItem('userGame', session),
    JSON.stringify({ mobile, name, userID }),
  )
  return userID
}

/**
 * Signs up and logs in through the calls alone. `inviteCode` is that of the referrer.
 */
export async function enter(page: Page, person = somebody(), inviteCode?: string): Promise<number> {
  const call = callBy(page)
  const { name, mobile, email, password } = person
  await call('accountVerification', { email, name, otp: '', regenerate: true })
  await expect.poll(() => mailedCode(page.request, email).catch(() => null)).not.toBeNull()
  const otp = await mailedCode(page.request, email)
  await call('accountVerification', { email, name, otp, regenerate: false })
  await call('signUp', {
    Name: name,
    Mobile_No: mobile,
    Password: password,
    Email_Id: email,
    ...(inviteCode && { Invite_Code: inviteCode }),
  })
  return letIn(page, person)
}
