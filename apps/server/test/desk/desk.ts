import { randomBytes } from 'node:crypto'
import { decodeAnswer } from '@pipkin/contract'
import {
  type DeskCallName,
  deskContract,
  type DeskAnswer as Given,
} from '@pipkin/contract/desk/rules'
import { generateSync } from 'otplib'
import { readDeskConfig } from '../../src/config.ts'
import { createDesk } from '../../src/desk/create-desk.ts'
import { inviteFirstOperator } from '../../src/desk/way-in.ts'
import { one, sql } from '../../src/platform/database/database.ts'
import { tokenHash } from '../../src/platform/http/cookies.ts'
import { system } from '../../src/platform/process/clock.ts'
import { createLog } from '../../src/platform/process/log.ts'
import { type HttpAnswer, type HttpRequest, sendWithCookies } from '../calls/http-client.ts'
import type { TestDatabase } from '../database/fresh-database.ts'

/** The back office on a port of its own, over TCP, with the real database. */
export interface RunningDesk {
  readonly url: string
  /** A browser without a session. */
  browser(): DeskBrowser
  /** A browser of a new operator, without the long way in. */
  operator(role: string, name?: string): Promise<OperatorBrowser>
  /** The token of the first operator's link; null once there is an operator. */
  firstToken(): Promise<string | null>
  /** A secret's code by the database's time, some steps from now. */
  code(secret: string, steps?: number): Promise<string>
  close(): Promise<void>
}

/** `D` is what the call answers, as the wire has it. */
class DeskAnswer<D> {
  readonly status: number
  readonly headers: Headers
  readonly Status: boolean
  readonly Message: string
  readonly #call: string
  readonly #body: Envelope<D>

  constructor(call: string, { status, headers, body }: HttpAnswer<Envelope<D>>) {
    this.#call = call.split('?', 1)[0] ?? ''
    this.#body = body
    this.status = status
    this.headers = headers
    this.Status = body.Status
    this.Message = body.Message
  }

  /** Throws where the call was refused, or where its codec can't read what came. */
  get Data(): D {
    if (!this.Status) throw new Error(`${this.#call} was refused: ${this.Message}`)
    const spec = Object.values(deskContract).find(({ call }) => call.path === this.#call)
    if (spec) decodeAnswer(spec.call, this.#body)
    return this.#body.Data
  }
}

interface Envelope<D> {
  readonly Status: boolean
  readonly Message: string
  readonly Data: D
}

/** What a codec of the back office writes for a value. */
type OnWire<T> = T extends bigint
  ? number
  : T extends Date
    ? string
    : T extends readonly (infer E)[]
      ? readonly OnWire<E>[]
      : T extends object
        ? { readonly [K in keyof T]: OnWire<T[K]> }
        : T

/** Makes a call by its name, a GET also with a query behind it. */
interface Send<More extends readonly unknown[]> {
  <N extends DeskCallName>(
    call: N | `${N}?${string}`,
    ...more: More
  ): Promise<DeskAnswer<OnWire<Given<N>>>>
  (call: string, ...more: More): Promise<DeskAnswer<unknown>>
}

export interface DeskBrowser {
  readonly cookies: Map<string, string>
  readonly get: Send<[headers?: Record<string, string>]>
  readonly post: Send<[body?: object, headers?: Record<string, string>]>
}

export interface OperatorBrowser extends DeskBrowser {
  readonly id: number
  readonly name: string
}

/** The players' site, as the back office knows it. */
export const playersUrl = 'https://pipkin.example'

/** `webDirectory`: the built screens, for a browser. */
export async function startDesk(db: TestDatabase, webDirectory?: string): Promise<RunningDesk> {
  const config = readDeskConfig({
    OPERATOR_DATABASE_URL: db.operatorUrl,
    FACTOR_KEY: '5e'.repeat(32),
    DESK_PORT: '0',
    PLAYERS_URL: playersUrl,
    LOG_LEVEL: 'silent',
  })
  const publicUrl = new URL('http://localhost:3001')
  const desk = await createDesk({
    config,
    database: db.operator,
    surroundings: system,
    log: createLog('silent'),
    publicUrl,
    ...(webDirectory !== undefined && { webDirectory }),
  })
  const url = await desk.listen({ host: config.host, port: config.port })
  let made = 0
  return {
    url,
    browser: () => browserAt(url),
    async operator(role, name = `${role} ${++made}`) {
      const browser = browserAt(url)
      const { id } = await one(
        db.owner.rows<{ id: number }>(
          sql`
          insert into desk.operators (operator_id, name, email, role, secret, last_step)
          select coalesce(max(operator_id), 0) + 1, $1, gen_random_uuid() || '@pipkin.example',
                 $2::desk.role, 'x', 0
          from desk.operators returning operator_id as id`,
          [name, role],
        ),
      )
      const token = randomBytes(32)
      await db.owner.rows(
        sql`insert into desk.sessions (token_hash, operator_id, whole) values ($1, $2, true)`,
        [tokenHash(token), id],
      )
      browser.cookies.set('desk', token.toString('hex'))
      return { ...browser, id, name }
    },
    async firstToken() {
      const href = await inviteFirstOperator({
        database: db.operator,
        surroundings: system,
        publicUrl,
      })
      return href && new URL(href).hash.slice(1)
    },
    async code(secret, steps = 0) {
      const { now } = await one(
        db.owner.rows<{ now: number }>(
          sql`select extract(epoch from clock_timestamp())::float8 as now`,
        ),
      )
      return generateSync({ secret, epoch: Math.floor(now) + steps * 30 })
    },
    close: () => desk.close(),
  }
}

function browserAt(url: string): DeskBrowser {
  const cookies = new Map<string, string>()
  const send = async <D>(call: string, init: HttpRequest): Promise<DeskAnswer<D>> =>
    new DeskAnswer(
      call,
      await sendWithCookies<Envelope<D>>(`${url}/desk/api/${call}`, cookies, init),
    )
  return {
    cookies,
    get: <D>(call: string, headers = {}) => send<D>(call, { headers }),
    post: <D>(call: string, body = {}, headers = {}) =>
      send<D>(call, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
  }
}
