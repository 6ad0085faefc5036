import type { Socket } from 'node:net'
import { type HintCause, hintCause } from '@pipkin/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * A stream of server-sent events to one browser. The connection is cut if the browser doesn't read.
 */
export interface EventStream {
  /** Sends an event: its name is the hint, its data what caused it. */
  send(event: string, cause?: HintCause): void
  /** Sends a comment, so that no proxy closes a silent stream. */
  beat(): void
  end(): void
  onClose(listener: () => void): void
}

/**
 * Keeps a connection with a stream (`path`) to that one request. A pipelined request behind it
 * would be answered in the middle of the stream, and many would pile up in memory, so it ends the
 * connection. So does a request for a stream that was pipelined behind unanswered ones.
 */
export function keepStreamsAlone(server: FastifyInstance, path: string): void {
  const streaming = new WeakSet<Socket>()
  const isStream = (request: FastifyRequest) => request.routeOptions.url === path
  // A hook with a callback, registered first, so that it sees pipelined requests in order.
  server.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    // Node assigns a response its socket once those before it have been sent.
    if (streaming.has(socket) || (isStream(request) && reply.raw.socket === null)) {
      reply.hijack()
      socket.destroy()
    } else if (isStream(request)) streaming.add(socket)
    done()
  })
  // A stream is hijacked, so this is the refusal of one: the connection is free again.
  server.addHook('onSend', async (request) => {
    if (isStream(request)) streaming.delete(request.raw.socket)
  })
}

/**
 * Turns the reply into a stream. A browser whose stream breaks reconnects after `retryMs`. Node
 * keeps request and response until the response is finished, which costs 7 kB a stream. So the
 * first chunk finishes the response, and this code frames later chunks on the socket
 * (docs/decisions/2026-11-libraries.md). HTTP/1.0 proxies don't know chunks: their response stays
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
  // A browser has nothing more to send on a stream: end the connection, even at the start of a
  // request.
  socket.prependListener('data', () => socket.destroy())
  const hello = `retry: ${retryMs}\n\n`
  if (isChunked) {
    response.chunkedEncoding = false
    // Node would close the idle connection after the keep-alive timeout.
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
    // The browser may have gone while its session was looked up.
    onClose: (listener) => void (socket.closed ? listener() : socket.once('close', listener)),
  }
}

const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
const lastChunk = '0\r\n\r\n'
