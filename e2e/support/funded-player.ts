import { expect, type Page } from '@playwright/test'
import { createPublicClient, createWalletClient, erc20Abi, http, parseUnits } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { localChain } from '../../apps/local/src/chain/local-chain.ts'
import { balancesOf, callBy, enter, type Person, somebody } from './people.ts'

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
  const player = await enter(page, person, inviteCode)
  if (deposit > 0) await pay(page, baseUrl, player, deposit)
  return person
}

/** Links a wallet, has it filled, approves the deposit and waits until it is credited. */
async function pay(page: Page, baseUrl: string, player: number, deposit: number): Promise<void> {
  const call = callBy(page)
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
  await expect.poll(async () => (await balancesOf(page)).CurrentBalance).toBe(deposit)
}
