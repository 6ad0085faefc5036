import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { judgeAddCheckpoint, type NoteKey, originOf } from '@pipkin/log'
import type { WitnessStore } from './witness-store.ts'

/** The largest request has sixteen large signatures and 63 hashes, which is less. */
const mostBytes = 128 * 1024

interface WitnessDeps {
  readonly store: WitnessStore
  readonly key: NoteKey
  now(): Date
  /** Called with a line for each answer other than 200. */
  onRefused(line: string): void
}

/** The witness's server (c2sp.org/tlog-witness): `add-checkpoint`, and what it cosigned last. */
export function witnessServer(deps: WitnessDeps): Server {
  // One request at a time: no other may come between comparing a checkpoint and keeping it.
  let turn: Promise<unknown> = Promise.resolve()
  const server = createServer((request, response) => {
    const answer = async () => {
      try {
        await handle(deps, request, response, (work) => {
          turn = turn.then(work, work)
          return turn
        })
      } catch (error) {
        deps.onRefused(`500: ${error instanceof Error ? error.message : String(error)}`)
        if (!response.headersSent) send(response, 500, 'The witness could not answer.\n')
      }
    }
    void answer()
  })
  server.requestTimeout = 10_000
  return server
}

async function handle(
  { store, key, now, onRefused }: WitnessDeps,
  request: IncomingMessage,
  response: ServerResponse,
  inTurn: (work: () => Promise<void>) => Promise<unknown>,
): Promise<void> {
  const path = request.url ?? ''
  const [, originHash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(path) ?? []
  if (request.method === 'GET' && originHash) {
    const note = store.readNote(originHash)
    return note === null ? send(response, 404, 'It cosigned none.\n') : send(response, 200, note)
  }
  if (path !== '/add-checkpoint') return send(response, 404, 'There is only add-checkpoint.\n')
  if (request.method !== 'POST') return send(response, 405, 'add-checkpoint takes a POST.\n')
  const body = await readBody(request)
  if (body === null) return send(response, 413, 'This is too large.\n')
  await inTurn(async () => {
    const origin = originOf(body)
    const witnessed = origin === null ? null : store.find(origin)
    const seconds = Math.floor(now().getTime() / 1000)
    const { status, type, body: says, kept } = judgeAddCheckpoint(body, witnessed, key, seconds)
    if (kept) await store.keep(kept.checkpoint.origin, kept.note)
    if (status !== 200) onRefused(`${status} ${plain(origin ?? 'unreadable')}: ${says.trim()}`)
    send(response, status, says, type)
  })
}

/** A stranger's text, for a terminal. */
const plain = (text: string): string => text.slice(0, 200).replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd')

/** Null if the body is too large. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request) {
    length += part.length
    if (length > mostBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

function send(
  response: ServerResponse,
  status: number,
  body: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, { 'content-type': type }).end(body)
}
