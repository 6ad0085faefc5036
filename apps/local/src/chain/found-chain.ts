import { join } from 'node:path'
import { pipkinToken } from '@pipkin/token'
import { createTestClient, getAddress, http, parseEther, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { writeAtomically } from '../../../server/src/platform/process/write-atomically.ts'
import { startAnvil } from './anvil.ts'
import { type ChainIdentity, type ChainKeys, saveState } from './kept-files.ts'
import { localChainId } from './local-chain.ts'
import { walletOf } from './wallet.ts'

const houseTokens = parseEther('1000000')
const houseEther = parseEther('1000')
const faucetEther = parseEther('1000000')

/** Founds a chain in `folder`: makes keys, deploys the token, funds the house and saves it all. */
export async function foundChain(folder: string): Promise<void> {
  const keys: ChainKeys = { house: generatePrivateKey(), faucet: generatePrivateKey() }
  const house = privateKeyToAddress(keys.house)
  const genesisTime = Math.floor(Date.now() / 1000)
  const anvil = await startAnvil({ home: folder, genesisTime })
  try {
    const client = createTestClient({ mode: 'anvil', transport: http(anvil.url) }).extend(
      publicActions,
    )
    const faucet = walletOf(keys.faucet, anvil.url)
    await client.setBalance({ address: faucet.account.address, value: faucetEther })
    await client.setBalance({ address: house, value: houseEther })

    const deployed = await faucet.deployContract(pipkinToken)
    await client.mine({ blocks: 1 })
    const { contractAddress } = await client.getTransactionReceipt({ hash: deployed })
    if (!contractAddress) throw new Error('the token was not deployed')
    const token = getAddress(contractAddress)
    await faucet.writeContract({
      ...pipkinToken,
      address: token,
      functionName: 'mint',
      args: [house, houseTokens],
    })
    await client.mine({ blocks: 1 })

    const { hash: genesisHash } = await client.getBlock({ blockNumber: 0n })
    const identity: ChainIdentity = {
      chainId: localChainId,
      genesisTime,
      genesisHash,
      token,
      house,
    }
    await saveState(folder, await client.dumpState())
    await writeAtomically(join(folder, 'keys.json'), `${JSON.stringify(keys, null, 2)}\n`)
    await writeAtomically(join(folder, 'chain.json'), `${JSON.stringify(identity, null, 2)}\n`)
  } finally {
    await anvil.stop()
  }
}
