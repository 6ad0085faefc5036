import { type HintCause, hintCause } from '@pipkin/contract'
import type { FastifyReply } from 'fastify'

/** A stream of server-sent events to one browser. It is cut off if the browser doesn't read. */
export interface EventStream {
  /** Sends an event: its name is the hint, its data what caused it. */
  send(event: string, cause?: HintCause): void
  /** Sends a comment, so that proxies don't take silence for the end. */
  beat(): void
  end(): void
  onClose(listener: () => void): void
}

/**
 * Turns the reply into a stream. A browser that is cut off comes back after `retryMs`. Node keeps
 * request and response until the response is finished, which costs 7 kB a stream. So the response
 * is finished with its first chunk, and this code frames the later chunks on the socket
 * (docs/decisions/2026-11-libraries.md). An HTTP/1.0 proxy knows no chunks: its response stays
 * open.
 */
export function openEventStream(reply: FastifyReply, retryMs: number): EventStream {
  reply.hijack()
  const response = reply.raw
  const { socket } = reply.request.raw
  const isChunked = reply.request.raw.httpVersion === '1.1'
  const write = (text: string) => {
    if (socket.writableNeedDrain) socket.destroy()
    else socket.write(isChunked ? chunk(text) : text)
  }

  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) response.setHeader(name, value)
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    ...(isChunked && { connection: 'keep-alive', 'transfer-encoding': 'chunked' }),
  })
  const hello = `retry: ${retryMs}\n\n`
  if (isChunked) {
    response.chunkedEncoding = false
    // A finished response would leave its connection to the keep-alive timeout.
    response.end(chunk(hello), () => socket.setTimeout(0))
  } else response.write(hello)

  return {
    // Browsers drop an event whose data is empty.
    send: (event, cause = {}) =>
      write(`event: ${event}\ndata: ${JSON.stringify(hintCause.encode(cause))}\n\n`),
    beat: () => write(':\n\n'),
    end() {
      if (isChunked) socket.write(lastChunk)
      socket.destroySoon()
    },
    onClose: (listener) => void socket.once('close', listener),
  }
}

const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
const lastChunk = '0\r\n\r\n'
