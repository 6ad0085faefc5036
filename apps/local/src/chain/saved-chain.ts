import {
  call,
  forward,
  type RpcAnswer,
  type RpcRequest,
  readRequest,
  rpcError,
} from './json-rpc.ts'

export interface SavedChain {
  /** Answers a parsed JSON-RPC body, a batch included. */
  handle(body: unknown): Promise<RpcAnswer | RpcAnswer[]>
  /** Runs several changes as one: they are mined and saved before the next request. */
  together<T>(work: (url: string) => Promise<T>): Promise<T>
  /** Finishes the request under way, and mines no more. */
  stop(): Promise<void>
}

export interface SavedChainOptions {
  /** The node behind, which mines only on request. */
  readonly url: string
  save(dump: string): Promise<void>
  /** How many blocks are mined on top of the newest chain transaction. */
  readonly confirmations: number
  readonly blockTimeMs: number
}

/** Methods that don't change the chain; any other may. */
const readsOnly = /^(eth_(?!send)|net_|web3_)/

/** Methods that mine by themselves, so that a block could be seen before it is saved. */
const refused = /^eth_sendRawTransactionSync$|_set(Auto|Interval)Min(e|ing)$/i

/**
 * A chain whose answers survive a crash. It handles one request at a time, and mines and saves each
 * change before it answers. After a failed save it answers no request until a save succeeds.
 */
export function makeSavedChain({
  url,
  save,
  confirmations,
  blockTimeMs,
}: SavedChainOptions): SavedChain {
  let last: Promise<unknown> = Promise.resolve()
  let unsaved = false
  // A transaction may have waited for confirmations when the last process was killed.
  let blocksWanted = confirmations

  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(() => work().finally(saveChanges))
    last = done.catch(() => {})
    return done
  }

  async function saveChanges() {
    if (!unsaved) return
    await save(String(await call(url, 'anvil_dumpState')))
    unsaved = false
  }

  async function mineWaiting() {
    unsaved = true
    await call(url, 'evm_mine')
    blocksWanted = confirmations
  }

  async function answer(request: RpcRequest): Promise<RpcAnswer> {
    const sends = request.method.startsWith('eth_send')
    if (!sends && !readsOnly.test(request.method)) unsaved = true
    const answered = await forward(url, request)
    if (sends && !answered.error) await mineWaiting()
    return answered
  }

  async function confirm() {
    if (blocksWanted === 0) return
    unsaved = true
    await call(url, 'evm_mine')
    blocksWanted--
  }

  async function handleOne(body: unknown): Promise<RpcAnswer> {
    const request = readRequest(body)
    if (!request) return rpcError(null, -32600, 'Not a JSON-RPC request')
    if (refused.test(request.method))
      return rpcError(request.id, -32601, `${request.method} is not offered here`)
    return inOrder(() => answer(request))
  }

  // The next tick tries again; until then requests get the error.
  const ticker = setInterval(() => inOrder(confirm).catch(() => {}), blockTimeMs)

  return {
    handle: (body) => (Array.isArray(body) ? Promise.all(body.map(handleOne)) : handleOne(body)),
    together: (work) => inOrder(() => work(url).finally(mineWaiting)),
    async stop() {
      clearInterval(ticker)
      await last
    },
  }
}
