import {
  BlockNotFoundError,
  createPublicClient,
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  getAbiItem,
  http,
  type Log,
  type PublicClient,
  parseEventLogs,
  TransactionReceiptNotFoundError,
} from 'viem'
import { lower } from './address.ts'
import type { Chain, Hex, Transfer } from './chain.ts'
import { isAlreadyThere, isRevert, withTypedErrors } from './chain-errors.ts'
import { units } from './token.ts'

/**
 * Connects to a node over JSON-RPC. Every call has a timeout and runs once: the caller decides what
 * to try again. Throws {@link ChainDown} if the node doesn't answer, and {@link ChainRefused} if it
 * answers with an error.
 */
export function connectChain(rpcUrl: string, tokenAddress: Hex, timeoutMs = 5_000): Chain {
  const client = createPublicClient({
    transport: http(rpcUrl, { timeout: timeoutMs, retryCount: 0 }),
    cacheTime: 0,
    // A token must not be able to send the server to other hosts.
    ccipRead: false,
  })
  const token = lower(tokenAddress)
  return withTypedErrors({
    ...readBlocks(client),
    ...readAccounts(client),
    ...readToken(client, token),
    ...readTransfers(client, token),
    async send(raw) {
      try {
        await client.sendRawTransaction({ serializedTransaction: raw })
      } catch (error) {
        if (!isAlreadyThere(error)) throw error
      }
    },
  })
}

const readBlocks = (
  client: PublicClient,
): Pick<Chain, 'chainId' | 'genesis' | 'head' | 'hashOf'> => ({
  chainId: () => client.getChainId(),
  async genesis() {
    return (await client.getBlock({ blockNumber: 0n })).hash
  },
  async head() {
    const { number, hash } = await client.getBlock({ blockTag: 'latest' })
    return { number, hash }
  },
  async hashOf(blockNumber) {
    try {
      return (await client.getBlock({ blockNumber })).hash
    } catch (error) {
      if (error instanceof BlockNotFoundError) return null
      throw error
    }
  },
})

const readAccounts = (
  client: PublicClient,
): Pick<Chain, 'nonces' | 'nonceAt' | 'coin' | 'fees'> => ({
  async nonces(address) {
    const count = async (blockTag: 'latest' | 'pending') =>
      BigInt(await client.getTransactionCount({ address, blockTag }))
    const [mined, accepted] = await Promise.all([count('latest'), count('pending')])
    return { mined, accepted }
  },
  nonceAt: async (address, blockNumber) =>
    BigInt(await client.getTransactionCount({ address, blockNumber })),
  coin: (address) => client.getBalance({ address }),
  async fees() {
    const [{ baseFeePerGas }, tip] = await Promise.all([
      client.getBlock({ blockTag: 'latest' }),
      client.estimateMaxPriorityFeePerGas(),
    ])
    return { most: 2n * (baseFeePerGas ?? 0n) + tip, tip }
  },
})

function readToken(
  client: PublicClient,
  token: Hex,
): Pick<Chain, 'token' | 'tokens' | 'approved' | 'tryOut'> {
  const ask = async (call: { sender?: Hex; data: Hex; blockNumber?: bigint }): Promise<Hex> => {
    const { data } = await client.call({
      account: call.sender,
      to: token,
      data: call.data,
      blockNumber: call.blockNumber,
    })
    return data ?? '0x'
  }
  return {
    async token() {
      const [symbol, decimals] = await Promise.all([
        ask({ data: encodeFunctionData({ abi: erc20Abi, functionName: 'symbol' }) }),
        ask({ data: encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' }) }),
      ])
      return {
        symbol: decodeFunctionResult({ abi: erc20Abi, functionName: 'symbol', data: symbol }),
        decimals: decodeFunctionResult({ abi: erc20Abi, functionName: 'decimals', data: decimals }),
      }
    },
    async tokens(account, blockNumber) {
      const data = await ask({
        data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] }),
        ...(blockNumber === undefined ? {} : { blockNumber }),
      })
      return units(decodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', data }))
    },
    async approved(owner, spender) {
      const data = await ask({
        data: encodeFunctionData({
          abi: erc20Abi,
          functionName: 'allowance',
          args: [owner, spender],
        }),
      })
      return units(decodeFunctionResult({ abi: erc20Abi, functionName: 'allowance', data }))
    },
    async tryOut(sender, call) {
      try {
        if (!answersTrue(await ask({ sender, data: call.data }))) return null
        return await client.estimateGas({ account: sender, to: call.to, data: call.data })
      } catch (error) {
        if (isRevert(error)) return null
        throw error
      }
    },
  }
}

const readTransfers = (client: PublicClient, token: Hex): Pick<Chain, 'receipt' | 'transfers'> => ({
  async receipt(hash) {
    try {
      const receipt = await client.getTransactionReceipt({ hash })
      return {
        block: receipt.blockNumber,
        blockHash: receipt.blockHash,
        hash: receipt.transactionHash,
        succeeded: receipt.status === 'success',
        gas: gasOf(receipt),
        transfers: transfersOf(token, receipt.logs),
      }
    } catch (error) {
      if (error instanceof TransactionReceiptNotFoundError) return null
      throw error
    }
  },
  async transfers(account, fromBlock, toBlock) {
    const logsWhere = (args: { from: Hex } | { to: Hex }) =>
      client.getLogs({ address: token, event: transferEvent, args, fromBlock, toBlock })
    const found = await Promise.all([logsWhere({ to: account }), logsWhere({ from: account })])
    const all = transfersOf(token, found.flat())
    const once = new Map(all.map((transfer) => [`${transfer.block} ${transfer.index}`, transfer]))
    return [...once.values()].sort((a, b) => Number(a.block - b.block) || a.index - b.index)
  },
})

/** Some nodes leave the price out. viem answers null then, in spite of its type. */
const gasOf = (receipt: { gasUsed: bigint | null; effectiveGasPrice: bigint | null }) =>
  receipt.gasUsed === null || receipt.effectiveGasPrice === null
    ? null
    : receipt.gasUsed * receipt.effectiveGasPrice

/** The token's transfers among the logs of mined blocks. */
function transfersOf(token: Hex, logs: Log[]): Transfer[] {
  const ours = logs.filter((log) => lower(log.address) === token)
  return parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs: ours }).flatMap((log) =>
    log.blockNumber === null || log.logIndex === null || log.transactionHash === null
      ? []
      : [
          {
            block: log.blockNumber,
            index: log.logIndex,
            hash: log.transactionHash,
            from: lower(log.args.from),
            to: lower(log.args.to),
            units: units(log.args.value),
          },
        ],
  )
}

const transferEvent = getAbiItem({ abi: erc20Abi, name: 'Transfer' })

/** Most tokens answer true or no data; one that answers false has refused. */
const answersTrue = (data: Hex): boolean => data === '0x' || BigInt(data) === 1n
