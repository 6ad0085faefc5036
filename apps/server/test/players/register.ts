import { createServer, type RequestListener } from 'node:http'

export interface Register {
  readonly url: string
  /** What it was asked, oldest first. */
  readonly asked: readonly unknown[]
  /** Sets what it does from now on: answer this JSON, or run this handler. */
  does(act: object | RequestListener): void
  close(): Promise<void>
}

/** A register of excluded players that knows none, until a test sets another answer. */
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
