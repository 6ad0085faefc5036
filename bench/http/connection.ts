import { once } from 'node:events'
import { connect } from 'node:net'

/**
 * One kept-alive HTTP connection, one request at a time: as lean as it can be, so that the
 * processor is left to what is measured.
 */
export interface Connection {
  /** Sends a request and gives its body, empty for a file. Throws `Refused`. */
  send(method: 'GET' | 'POST', path: string, token: string, body?: object): Promise<Answer>
  /** False once the server has closed it, as it does after a minute without a request. */
  isOpen(): boolean
  close(): void
}

/** The API's status isn't 200. */
export class Refused extends Error {
  override readonly name = 'Refused'
  /** How long it asks to wait; null where it names no time. */
  readonly waitSeconds: number | null

  constructor(message: string, waitSeconds: number | null) {
    super(message)
    this.waitSeconds = waitSeconds
  }
}

export interface Answer {
  readonly [field: string]: unknown
}

export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  let text = ''
  let settle: { done(answer: Answer): void; fail(error: Error): void } | null = null
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    text += chunk
    const head = text.indexOf('\r\n\r\n')
    if (head < 0) return
    const length = /\r\ncontent-length: (\d+)/i.exec(text)
    // A file comes in pieces, the last one empty.
    const isWhole = length
      ? text.length >= head + 4 + Number(length[1])
      : text.endsWith('\r\n0\r\n\r\n')
    if (!isWhole) return
    const body = length ? text.slice(head + 4) : '{}'
    const status = text.slice(9, 12)
    const wait = /\r\nretry-after: (\d+)/i.exec(text.slice(0, head))
    text = ''
    if (status === '200') settle?.done(JSON.parse(body))
    else settle?.fail(new Refused(`${status} ${body.slice(0, 300)}`, wait && Number(wait[1])))
  })
  socket.on('error', (error) => settle?.fail(error))
  socket.on('close', () => settle?.fail(new Error('The API closed the connection.')))
  return {
    isOpen: () => socket.writable,
    send(method, path, token, body) {
      const content = body === undefined ? '' : JSON.stringify(body)
      const type = body === undefined ? '' : 'content-type: application/json\r\n'
      const request = `${method} /api/${path} HTTP/1.1\r\nhost: localhost:3000\r\ncookie: sid=${token}\r\n${type}content-length: ${content.length}\r\n\r\n${content}`
      return new Promise((done, fail) => {
        settle = { done, fail }
        socket.write(request)
      })
    },
    close: () => void socket.destroy(),
  }
}
