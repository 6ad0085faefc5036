import { expect, type Page } from '@playwright/test'
import { createPublicClient, createWalletClient, erc20Abi, http, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { localChain } from '../../apps/local/src/chain/local-chain.ts'
import { balancesOf, mailedCode, type Person, somebody } from './people.ts'

/**
 * Logs a new player in whose deposit is confirmed, by the calls alone: for journeys that begin
 * after all that. `inviteCode`: of the player who brought this one.
 */
export async function fundedPlayer(
  page: Page,
  baseUrl: string,
  deposit: number,
  inviteCode?: string,
): Promise<Person> {
  const person = somebody()
  const call = async (path: string, data: object) => {
    const answer = await (await page.request.post(`/api/${path}`, { data })).json()
    if (!(answer.Status ?? answer.status))
      throw new Error(`${path}: ${answer.Message ?? answer.message}`)
    return answer
  }
  const address = { email: person.email, name: person.name }
  await call('accountVerification', { ...address, otp: '', regenerate: true })
  const otp = await mailedCode(page.request, person.email)
  await call('accountVerification', { ...address, otp, regenerate: false })
  const login = { Mobile_No: person.mobile, Password: person.password }
  await call('signUp', {
    ...login,
    Name: person.name,
    Email_Id: person.email,
    ...(inviteCode && { Invite_Code: inviteCode }),
  })
  const { Data } = await call('userLogin', login)
  const session = { mobile: person.mobile, name: person.name, userID: Number(Data[0].id) }
  await page.addInitScript(
    (kept) => localStorage.setItem('userGame', kept),
    JSON.stringify(session),
  )
  // Its storage, without the app: nearly all journeys begin on another screen.
  await page.goto('/healthz')
  if (deposit > 0) await pay(page, baseUrl, { player: session.userID, deposit, call })
  return person
}

interface Payment {
  readonly player: number
  readonly deposit: number
  readonly call: (path: string, data: object) => Promise<{ Data: { message: string } }>
}

/** Links a wallet, has it filled, approves the deposit and waits until it is credited. */
async function pay(page: Page, baseUrl: string, { player, deposit, call }: Payment): Promise<void> {
  const account = privateKeyToAccount(generatePrivateKey())
  const transport = http(`${baseUrl}/dev/rpc`)
  const chain = createPublicClient({ chain: localChain, transport })
  const wallet = createWalletClient({ account, chain: localChain, transport })

  const { Data } = await call('walletChallenge', { address: account.address })
  const signature = await account.signMessage(Data)
  await call('linkWallet', { message: Data.message, signature })
  // The faucet sends 10,000 each time.
  for (let sent = 0; sent < deposit; sent += 10_000)
    await page.request.post('/dev/faucet', { data: { address: account.address } })
  const info = (await (await page.request.get('/api/find-walletAdr')).json()).Data
  const hash = await wallet.writeContract({
    address: info.token,
    abi: erc20Abi,
    functionName: 'approve',
    args: [info.house, parseUnits(String(deposit), info.decimals)],
  })
  await chain.waitForTransactionReceipt({ hash })
  await call('paymentDeposit', {
    transactionData: {
      userId: player,
      fromAdr: account.address,
      amount: deposit,
      Method: 'fkr',
      StatusMsg: 'Deposit',
    },
  })
  await expect
    .poll(async () => (await balancesOf(page)).CurrentBalance, { timeout: 30_000 })
    .toBe(deposit)
}
