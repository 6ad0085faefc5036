import type { Socket } from 'node:net'
import { type HintCause, hintCause } from '@pipkin/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

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
 * Keeps a connection that asks for a stream (`path`) to that one request. Another one behind it
 * would be answered in the middle of the stream, and many would wait in memory: it ends the
 * connection. So does a request for a stream behind others that still wait for their answers.
 */
export function keepStreamsAlone(server: FastifyInstance, path: string): void {
  const streaming = new WeakSet<Socket>()
  const isStream = (request: FastifyRequest) => request.routeOptions.url === path
  // The first hook and no promise: it sees pipelined requests in their order.
  server.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw
    // Node gives an answer its socket when those before it have been sent.
    if (streaming.has(socket) || (isStream(request) && reply.raw.socket === null)) {
      reply.hijack()
      socket.destroy()
    } else if (isStream(request)) streaming.add(socket)
    done()
  })
  // Only a refusal is sent: the connection is free again. (A stream is hijacked.)
  server.addHook('onSend', async (request) => {
    if (isStream(request)) streaming.delete(request.raw.socket)
  })
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
  // Not even the beginning of another request: a stream's browser has no more to say.
  socket.prependListener('data', () => socket.destroy())
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
    // The browser may have gone while its session was looked up.
    onClose: (listener) => void (socket.closed ? listener() : socket.once('close', listener)),
  }
}

const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
const lastChunk = '0\r\n\r\n'
