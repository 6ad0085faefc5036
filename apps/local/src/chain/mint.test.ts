import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipkinToken } from '@pipkin/token'
import { createTestClient, http, parseEther, publicActions, walletActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test } from 'vitest'
import { startAnvil } from './anvil.ts'
import { localChain } from './local-chain.ts'

const mainnet = { ...localChain, id: 1 }

test('CASH-38 on another chain no account can make tokens, not even the one that deployed it', async () => {
  const home = mkdtempSync(join(tmpdir(), 'pipkin-test-'))
  const other = await startAnvil({ home, genesisTime: 0, chainId: mainnet.id })
  try {
    const account = privateKeyToAccount(generatePrivateKey())
    const client = createTestClient({
      mode: 'anvil',
      account,
      chain: mainnet,
      transport: http(other.url),
    })
      .extend(publicActions)
      .extend(walletActions)
    await client.setBalance({ address: account.address, value: parseEther('1') })
    const hash = await client.deployContract(pipkinToken)
    await client.mine({ blocks: 1 })
    const { contractAddress: address } = await client.getTransactionReceipt({ hash })
    const token = { abi: pipkinToken.abi, address: address! }
    await expect(
      client.simulateContract({ ...token, functionName: 'mint', args: [account.address, 1n] }),
    ).rejects.toThrow('MintsOnLocalChainOnly(uint256 chainId)')
    expect(await client.readContract({ ...token, functionName: 'totalSupply' })).toBe(0n)
  } finally {
    await other.stop()
    rmSync(home, { recursive: true })
  }
})
