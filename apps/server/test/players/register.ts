import { createServer, type RequestListener } from 'node:http'

export interface Register {
  readonly url: string
  /** What it was asked, oldest first. */
  readonly asked: readonly unknown[]
  /** What it does from now on: an answer in JSON, or anything. */
  does(act: object | RequestListener): void
  close(): Promise<void>
}

/** A register of excluded players that knows none, until a test says what it does. */
export async function startRegister(): Promise<Register> {
  const asked: unknown[] = []
  let act: object | RequestListener = { excluded: false, playsElsewhere: false }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += String(part)
    // On a busy machine a caller may give up before it has sent all.
    if (!request.complete) return
    asked.push(JSON.parse(body))
    if (typeof act === 'function') return act(request, response)
    response.end(JSON.stringify(act))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${Object(server.address()).port}/ask?key=the-key-of-the-register`,
    asked,
    does: (next) => {
      act = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
