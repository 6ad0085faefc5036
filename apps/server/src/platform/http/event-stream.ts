import { type HintCause, hintCause } from '@pipkin/contract'
import type { FastifyReply } from 'fastify'

/** A stream of server-sent events to one browser. It is cut where the browser doesn't read. */
export interface EventStream {
  /** An event: its name is the hint, its data what caused it. */
  send(event: string, cause?: HintCause): void
  /** A comment, so that proxies don't take the silence for an end. */
  beat(): void
  end(): void
  onClose(listener: () => void): void
}

/**
 * Turns the reply into a stream. Node keeps the request, the response and all they hold until a
 * response is finished: 3 kB, which ten thousand streams don't need. So to Node this one is
 * finished with its first chunk, and the others go to the socket as chunks of our own
 * (docs/decisions/2026-11-live-events.md). A proxy that speaks HTTP/1.0 knows no chunks: its
 * response stays open. `retryMs`: after how long a browser that was cut off comes back.
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
