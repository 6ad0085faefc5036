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

/** Turns the reply into a stream. A browser that is cut off comes back after `retryMs`. */
export function openEventStream(reply: FastifyReply, retryMs: number): EventStream {
  reply.hijack()
  const response = reply.raw
  const { socket } = reply.request.raw
  const write = (text: string) => {
    if (response.writableNeedDrain) socket.destroy()
    else response.write(text)
  }

  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) response.setHeader(name, value)
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // A client that asks to close the connection after its answer gets a stream all the same.
    ...(reply.request.raw.httpVersion === '1.1' && { connection: 'keep-alive' }),
  })
  response.write(`retry: ${retryMs}\n\n`)

  return {
    // Browsers drop an event whose data is empty.
    send: (event, cause = {}) =>
      write(`event: ${event}\ndata: ${JSON.stringify(hintCause.encode(cause))}\n\n`),
    beat: () => write(':\n\n'),
    end: () => void response.end(() => socket.destroySoon()),
    onClose: (listener) => void socket.once('close', listener),
  }
}
