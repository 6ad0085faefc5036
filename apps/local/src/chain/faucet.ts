import { pipkinToken } from '@pipkin/token'
import { type Address, type Hex, parseEther } from 'viem'
import { walletOf } from './wallet.ts'

const tokens = parseEther('10000')
const ether = parseEther('1')

/** Sends a newcomer 10,000 test tokens and 1 ETH for gas, from the faucet's own account. */
export async function giveFromFaucet(
  url: string,
  faucetKey: Hex,
  token: Address,
  to: Address,
): Promise<void> {
  const faucet = walletOf(faucetKey, url)
  await faucet.sendTransaction({ to, value: ether })
  await faucet.writeContract({
    ...pipkinToken,
    address: token,
    functionName: 'mint',
    args: [to, tokens],
  })
}
