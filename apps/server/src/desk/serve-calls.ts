import { encodeEnvelope } from '@pipkin/contract'
import { againHeader, type Duty } from '@pipkin/contract/desk'
import {
  type DeskCallName,
  type DeskRefusal,
  type DeskSpec,
  deskContract,
  deskOpenApi,
  deskRefusals,
} from '@pipkin/contract/desk/rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { maybeOne, type Queryable, sql } from '../platform/database/database.ts'
import { networkOf } from '../platform/http/client-network.ts'
import { type Cookies, tokenHash } from '../platform/http/cookies.ts'
import { readInput } from '../platform/http/read-input.ts'
import { createMemoryLimit } from '../platform/limits/limit.ts'
import type { DeskCaller, DeskDeps, DeskHandlers, DeskResult, DeskSession } from './desk-deps.ts'

interface Options {
  readonly deps: Pick<DeskDeps, 'database'>
  /** The duty that an act asks for. */
  dutyOf(act: string): Duty | undefined
  readonly cookies: Cookies
  readonly handlers: DeskHandlers
}

/** A use case with its types put aside: codecs and schemas hold them at run time. */
type UseCase = (input: object, caller: DeskCaller) => Promise<DeskResult<DeskCallName>>

/** Half an hour without a call, and twelve hours in all, are the database's to judge. */
const cookieSeconds = 12 * 3_600
/** How long a challenge for a passkey is good. */
const challengeSeconds = 5 * 60

/**
 * Calls without a session, of a network: a flood would push out the challenges that others were
 * asked, of which the database keeps a thousand for five minutes.
 */
const strangers = { name: 'strangers', attempts: 600, windowSeconds: 900 }

const kinds = sql`select act, duty::text from desk.kinds`
const find = sql`
  select operator, name, email, role::text, duties::text[], whole from desk.find_session($1, $2)`

/** The duty of each act, as the database has it. Throws where it lacks one. */
export async function readDuties({ rows }: Queryable): Promise<ReadonlyMap<string, Duty>> {
  const found = await rows<{ act: string; duty: Duty }>(kinds)
  const duties = new Map(found.map(({ act, duty }) => [act, duty]))
  for (const [name, { act }] of Object.entries<DeskSpec>(deskContract))
    if (act && !duties.has(name)) throw new Error(`desk.kinds doesn't know the act ${name}`)
  return duties
}

/**
 * Registers the back office's calls below `/desk/api/`, and their OpenAPI document. Who calls is
 * judged before what: the session, then the role, then the input.
 */
export function serveDeskCalls(server: FastifyInstance, options: Options): void {
  const { cookies, handlers } = options
  const limit = createMemoryLimit(strangers)
  const document = deskOpenApi()
  server.get('/desk/api/openapi.json', (_, reply) => reply.send(document))

  for (const [name, spec] of Object.entries<DeskSpec>(deskContract)) {
    const useCase = handlers[name as DeskCallName] as UseCase
    server.route({
      method: spec.call.method,
      url: `/desk/api/${spec.call.path}`,
      handler: async (request, reply) => {
        const isByItself = spec.quiet === true || request.headers[againHeader] !== undefined
        const session = await sessionOf(request, options, !isByItself)
        const waitMs = session ? null : await limit.take(networkOf(request.ip))
        if (waitMs !== null)
          return send(reply.header('retry-after', Math.ceil(waitMs / 1000)), 'tooMany')
        const duty = spec.act ? options.dutyOf(name) : spec.duty
        const refusal = whyNot(spec, session, duty)
        if (refusal) return send(reply, refusal)
        const input = readInput(spec, request.query, request.body ?? {})
        if (!input) return send(reply, 'malformed')
        const result = await useCase(input, {
          session,
          passkeyBrowser: cookies.read(request, 'passkeyBrowser'),
          keepPasskeyBrowser: (token) =>
            cookies.set(reply, 'passkeyBrowser', token, challengeSeconds),
          openSession: (token) => cookies.set(reply, 'desk', token, cookieSeconds),
          closeSession: () => cookies.clear(reply, 'desk'),
        })
        if (!result.ok) return send(reply, result.code, result.why)
        const fields = Object(spec.call.answer?.encode(result.answer))
        return reply
          .header('cache-control', 'no-store')
          .send(encodeEnvelope({}, { isDone: true, message: result.message }, fields))
      },
    })
  }
}

function whyNot(
  { session: needed }: DeskSpec,
  session: DeskSession | null,
  duty: Duty | undefined,
): DeskRefusal | null {
  if (needed === 'none') return null
  if (!session || (needed === 'whole' && !session.whole)) return 'noSession'
  return duty !== undefined && !session.duties.includes(duty) ? 'forbidden' : null
}

async function sessionOf(
  request: FastifyRequest,
  { deps, cookies }: Options,
  seen: boolean,
): Promise<DeskSession | null> {
  const token = cookies.read(request, 'desk')
  if (!token) return null
  const hash = tokenHash(token)
  const found = await maybeOne(
    deps.database.rows<Omit<DeskSession, 'tokenHash'>>(find, [hash, seen]),
  )
  return found ? { ...found, tokenHash: hash } : null
}

function send(reply: FastifyReply, code: DeskRefusal, why?: string): FastifyReply {
  const [status, says] = deskRefusals[code]
  const message = why ?? says
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send(encodeEnvelope({}, { isDone: false, message }))
}
