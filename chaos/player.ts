import {
  type HttpAnswer,
  type HttpClient,
  httpClient,
} from '../apps/server/test/calls/http-client.ts'
import { mailedCode } from '../apps/server/test/players/mailed-code.ts'
import { type ChainWallet, openChainWallet } from './chain-wallet.ts'
import type { Chance } from './chance.ts'
import type { Scene } from './scene.ts'
import { createWriter, type Writer } from './write-once.ts'

export interface Player extends Writer {
  readonly id: number
  readonly chance: Chance
  readonly wallet: ChainWallet
  /** What the wallet held on the chain at the beginning, in the token's smallest units. */
  readonly startTokens: bigint
  /** Signs for another's wallet: both accounts are one owner's from now on. */
  signFor(wallet: ChainWallet): Promise<void>
  /** Reads from either API. Null if it doesn't answer. */
  read(call: string): Promise<HttpAnswer | null>
}

/** Signs a player up with the mailed code, and links a wallet to the account. */
export async function signUpPlayer(scene: Scene, number: number, chance: Chance): Promise<Player> {
  const cookies = new Map<string, string>()
  const browsers = scene.apis.map((url) => httpClient(url, cookies))
  const browser = chance.of(browsers)
  const id = await signUp(scene, browser, number)

  const wallet = await openChainWallet(scene.chain())
  const link = async ({ address, sign }: ChainWallet): Promise<HttpAnswer> => {
    const challenge = await mustDo(browser.post('walletChallenge', { address }))
    const { message } = challenge.body.Data as { message: string }
    return browser.post('linkWallet', { message, signature: await sign(message) })
  }
  await mustDo(link(wallet))
  return {
    ...createWriter({ browsers, chance, ...scene }),
    id,
    chance,
    wallet,
    startTokens: await wallet.tokens(),
    signFor: async (other) => {
      // It stays the other's.
      await link(other)
    },
    read: (call) => {
      const answer = chance.of(browsers).send(call, {})
      return answer.catch(() => null)
    },
  }
}

/** Answers the player's id; the browser is signed in then. */
async function signUp(
  { mail, hourGoesBy }: Scene,
  browser: HttpClient,
  number: number,
): Promise<number> {
  const email = `meera.${number}@example.com`
  const login = { Mobile_No: String(9_000_000_000 + number), Password: 'a long enough one' }
  const ask = { email, name: 'Meera Nair', otp: '', regenerate: true }
  await mustDo(browser.post('accountVerification', ask))
  const otp = mailedCode(mail.list(), email)
  await mustDo(browser.post('accountVerification', { ...ask, otp, regenerate: false }))
  // If all sign up at the same moment, they may reach their network's limit.
  await hourGoesBy()
  await mustDo(
    browser.post('signUp', { ...login, Name: ask.name, Email_Id: email, Invite_Code: '' }),
  )
  const { body } = await mustDo(browser.post('userLogin', login))
  const [{ id }] = body.Data as [{ id: number }]
  return id
}

async function mustDo(asking: Promise<HttpAnswer>): Promise<HttpAnswer> {
  const answer = await asking
  if (answer.body.Status !== true && answer.body.status !== true)
    throw new Error(`refused: ${JSON.stringify(answer.body)}`)
  return answer
}
