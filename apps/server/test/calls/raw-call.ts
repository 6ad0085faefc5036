import { connect } from 'node:net'

export interface RawCall {
  readonly method: 'GET' | 'POST'
  /** With its query. */
  readonly path: string
  readonly cookie: string
  readonly body?: object
}

/**
 * One call over a connection of its own: every byte that the server sends back, status line and
 * headers included.
 */
export function rawCall(url: string, { method, path, cookie, body }: RawCall): Promise<Buffer> {
  const { hostname, port } = new URL(url)
  const content = body === undefined ? '' : JSON.stringify(body)
  const lines = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    `Cookie: ${cookie}`,
    'Connection: close',
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(content)}`]),
  ]
  return new Promise((settle, fail) => {
    const socket = connect(Number(port), hostname)
    const heard: Buffer[] = []
    socket.on('data', (bytes) => heard.push(bytes))
    socket.on('end', () => settle(Buffer.concat(heard)))
    socket.on('error', fail)
    socket.write(`${lines.join('\r\n')}\r\n\r\n${content}`)
  })
}
