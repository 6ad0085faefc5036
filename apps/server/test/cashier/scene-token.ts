import type { Money } from '@pipkin/money'
import {
  type Abi,
  encodeAbiParameters,
  erc20Abi,
  type Hex,
  keccak256,
  parseAbiParameters,
  parseEther,
  toHex,
} from 'viem'
import { unitsOf } from '../../src/cashier/chain/token.ts'
import type { Anvil } from './anvil.ts'

export interface TokenCode {
  readonly abi: Abi
  readonly bytecode: Hex
}

export type SceneToken = Awaited<ReturnType<typeof deployToken>>

/** A token on a chain of the test's own: what its maker and its holders do with it. */
export async function deployToken({ control, sender, mined }: Anvil, { abi, bytecode }: TokenCode) {
  const [maker] = await sender.getAddresses()
  const deployed = await sender.deployContract({ abi, bytecode, account: maker!, args: [] })
  const address = (await mined(deployed)).contractAddress!

  /** Calls the contract for any account, and waits for the block. */
  const call = async (account: Hex, functionName: string, args: readonly unknown[]) =>
    mined(await sender.writeContract({ account, address, abi, functionName, args }))
  const mint = (to: Hex, amount: Money) => call(maker!, 'mint', [to, unitsOf(amount)])
  /** Gives an account gas, and lets tests send in its name. */
  const open = async (account: Hex) => {
    await control.setBalance({ address: account, value: parseEther('1') })
    await control.impersonateAccount({ address: account })
  }

  return {
    address,
    call,
    mint,
    open,
    approve: (from: Hex, spender: Hex, amount: Money) =>
      call(from, 'approve', [spender, unitsOf(amount)]),
    /** Takes an approval back, at so high a fee that it overtakes what waits for the next block. */
    takeBackApproval: (from: Hex, spender: Hex) =>
      sender.writeContract({
        account: from,
        address,
        abi: erc20Abi,
        functionName: 'approve',
        args: [spender, 0n],
        gas: 100_000n,
        maxFeePerGas: 10n ** 12n,
        maxPriorityFeePerGas: 10n ** 11n,
      }),
    transfer: (from: Hex, to: Hex, amount: Money) => call(from, 'transfer', [to, unitsOf(amount)]),
    /** The same without waiting for a block, and for little gas. */
    transferUnmined: (from: Hex, to: Hex, amount: Money) =>
      sender.writeContract({
        account: from,
        address,
        abi: erc20Abi,
        functionName: 'transfer',
        args: [to, unitsOf(amount)],
        gas: 100_000n,
      }),
    /** Writes an account's balance, in the token's units, into its storage, without an event. */
    async setBalance(of: Hex, units: bigint) {
      const slot = keccak256(encodeAbiParameters(parseAbiParameters('address, uint256'), [of, 0n]))
      await control.setStorageAt({ address, index: slot, value: toHex(units, { size: 32 }) })
    },
  }
}
