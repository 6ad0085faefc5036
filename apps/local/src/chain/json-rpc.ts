/** A JSON-RPC 2.0 request as a wallet or a server sends it. */
export interface RpcRequest {
  readonly jsonrpc: '2.0'
  readonly id: RpcId
  readonly method: string
  readonly params?: unknown
}

export interface RpcAnswer {
  readonly jsonrpc: '2.0'
  readonly id: RpcId
  readonly result?: unknown
  readonly error?: { code: number; message: string; data?: unknown }
}

type RpcId = number | string | null

/** Sends one request and returns the chain's answer, which may be an error. */
export async function forward(url: string, request: RpcRequest): Promise<RpcAnswer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })
  return response.json()
}

/** Calls a method and returns its result. Throws with the chain's error message. */
export async function call(url: string, method: string, ...params: unknown[]): Promise<unknown> {
  const { result, error } = await forward(url, { jsonrpc: '2.0', id: 0, method, params })
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

/** Reads a request from one element of a parsed body; undefined if it isn't one. */
export function readRequest(body: unknown): RpcRequest | undefined {
  if (typeof body !== 'object' || body === null || !('method' in body)) return undefined
  if (typeof body.method !== 'string') return undefined
  const id =
    'id' in body && (typeof body.id === 'number' || typeof body.id === 'string') ? body.id : null
  return {
    jsonrpc: '2.0',
    id,
    method: body.method,
    ...('params' in body && { params: body.params }),
  }
}

/** The answer that reports an error, with a code of JSON-RPC or of Ethereum's nodes. */
export function rpcError(id: RpcId, code: number, message: string): RpcAnswer {
  return { jsonrpc: '2.0', id, error: { code, message } }
}
