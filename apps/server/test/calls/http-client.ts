import { Agent, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** A browser's part: it keeps cookies and sends them back. Over TCP, to the real server. */
export interface HttpClient {
  readonly cookies: Map<string, string>
  /** `set-cookie` of the last answer, as it came. */
  setCookies: string[]
  post(call: string, body?: unknown, headers?: Record<string, string>): Promise<HttpAnswer>
  put(call: string, body: unknown): Promise<HttpAnswer>
  send(call: string, init: HttpRequest): Promise<HttpAnswer>
}

/** By default a GET without a body. */
export interface HttpRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | FormData
}

export interface HttpAnswer<B = Record<string, unknown>> {
  readonly status: number
  readonly headers: Headers
  readonly body: B
}

/** A client that keeps cookies as a browser does. */
export function httpClient(url: string, cookies = new Map<string, string>()): HttpClient {
  const client: HttpClient = {
    cookies,
    setCookies: [],
    post: (call, body, headers = {}) =>
      client.send(call, {
        method: 'POST',
        headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    put: (call, body) =>
      client.send(call, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    async send(call, init) {
      const answer = await sendWithCookies(`${url}/api/${call}`, cookies, init)
      client.setCookies = answer.headers.getSetCookie()
      return answer
    },
  }
  return client
}

/** Sends the cookies along, and keeps those that the answer sets. `B` is the JSON of its body. */
export async function sendWithCookies<B = Record<string, unknown>>(
  url: string,
  cookies: Map<string, string>,
  init: HttpRequest,
): Promise<HttpAnswer<B>> {
  const sent = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { ...init.headers, ...(sent && { cookie: sent }) }
  let answer = await exchange<B>(url, { ...init, headers })
  // A busy machine took too long to send the request: the server hasn't acted on it.
  while (answer.status === 408) answer = await exchange<B>(url, { ...init, headers })
  for (const cookie of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    if (value === '') cookies.delete(name)
    else cookies.set(name, value)
  }
  return answer
}

const agent = new Agent({ keepAlive: true })

/** Uses Node's own client, since `fetch` takes four times the processor time. */
async function exchange<B>(
  url: string,
  { method = 'GET', headers = {}, body }: HttpRequest,
): Promise<HttpAnswer<B>> {
  // Only `fetch` knows how a form is written.
  const form = body instanceof FormData ? new Response(body) : null
  const type = form?.headers.get('content-type')
  const bytes = form ? Buffer.from(await form.arrayBuffer()) : body
  const answer = await new Promise<IncomingMessage>((settle, fail) => {
    request(url, {
      agent,
      method,
      headers: { 'user-agent': 'node', ...(type && { 'content-type': type }), ...headers },
    })
      .on('response', settle)
      .on('error', fail)
      .end(bytes)
  })
  return {
    status: answer.statusCode ?? 0,
    headers: headersOf(answer),
    body: JSON.parse(await text(answer)),
  }
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return headers
}
