import { setTimeout as wait } from 'node:timers/promises'
import { type HttpAnswer, type HttpClient, httpClient } from '../apps/server/test/http-client.ts'
import { type ChainWallet, openChainWallet } from './chain-wallet.ts'
import type { Chance } from './chance.ts'
import type { Scene } from './scene.ts'

export interface Player {
  readonly id: number
  readonly chance: Chance
  readonly wallet: ChainWallet
  /** What the wallet held on the chain at the beginning, in the token's smallest units. */
  readonly startTokens: bigint
  /** How many writes were sent again because an answer got lost. */
  repeated(): number
  /** Reads, from either API. Null where it doesn't answer. */
  read(call: string): Promise<HttpAnswer | null>
  /**
   * Writes under an idempotency key of its own. Where the answer gets lost, the same goes to the other API under the same key,
   * until there is an answer; now and again it goes to both at once from the start. Null where it is refused.
   */
  write(call: string, body: object): Promise<HttpAnswer | null>
}

const password = 'a long enough one'

/** Signs somebody up by way of the mailed code, and links a wallet to the account. */
export async function signUpPlayer(scene: Scene, number: number, chance: Chance): Promise<Player> {
  const { apis, mail, complaints } = scene
  const [first = '', second = ''] = apis
  const cookies = new Map<string, string>()
  const browsers: readonly [HttpClient, HttpClient] = [
    httpClient(first, cookies),
    httpClient(second, cookies),
  ]
  const [browser] = browsers

  const email = `meera.${number}@example.com`
  const form = {
    Name: 'Meera Nair',
    Mobile_No: String(9_000_000_000 + number),
    Email_Id: email,
    Password: password,
    Invite_Code: '',
  }
  const ask = { email, name: form.Name, otp: '', regenerate: true }
  await mustDo(browser.post('accountVerification', ask))
  const mailed = mail.list().find(({ to }) => to === email)
  const otp = /\b\d{4}\b/.exec(mailed?.text ?? '')?.[0]
  await mustDo(browser.post('accountVerification', { ...ask, otp, regenerate: false }))
  await mustDo(browser.post('signUp', form))
  const { body } = await mustDo(
    browser.post('userLogin', { Mobile_No: form.Mobile_No, Password: form.Password }),
  )
  const [{ id }] = body.Data as [{ id: number }]

  const wallet = await openChainWallet(scene.chain())
  const challenge = await mustDo(browser.post('walletChallenge', { address: wallet.address }))
  const { message } = challenge.body.Data as { message: string }
  await mustDo(browser.post('linkWallet', { message, signature: await wallet.sign(message) }))

  let keys = 0
  let repeated = 0
  return {
    id,
    chance,
    wallet,
    startTokens: await wallet.tokens(),
    repeated: () => repeated,
    read: (call) =>
      chance
        .of(browsers)
        .send(call, {})
        .catch(() => null),
    async write(call, body) {
      keys += 1
      const headers = { 'idempotency-key': `${id}-${keys}` }
      const [one, other] = chance.below(2) === 0 ? browsers : ([browsers[1], browsers[0]] as const)
      const send = (to: HttpClient) => to.post(call, body, headers).catch(() => null)
      const both = chance.below(10) === 0
      let answers = await Promise.all(both ? [send(one), send(other)] : [send(one)])
      for (let tries = 1; ; tries += 1) {
        if (answers.some((answer) => answer?.status === 500)) complaints.push(`${call} was answered with 500`)
        const answer = answers.find((each) => each !== null && each.status < 500)
        if (answer) return acceptedOf(answer, call, complaints)
        if (tries === 1) repeated += 1
        if (tries > 2_000) throw new Error(`${call} was never answered`)
        await wait(25)
        answers = [await send(tries % 2 === 0 ? one : other)]
      }
    },
  }
}

function acceptedOf(answer: HttpAnswer, call: string, complaints: string[]): HttpAnswer | null {
  if (answer.body.Status === true) return answer
  // A refusal of the kind that the screen shows beside its button; the others mean that something is off.
  if (answer.status !== 200)
    complaints.push(`${call} was answered with ${answer.status}: ${answer.body.Message}`)
  return null
}

async function mustDo(asking: Promise<HttpAnswer>): Promise<HttpAnswer> {
  const answer = await asking
  if (answer.body.Status !== true && answer.body.status !== true)
    throw new Error(`refused: ${JSON.stringify(answer.body)}`)
  return answer
}
