/** A browser's part: it keeps cookies and sends them back. Over TCP, to the real server. */
export interface HttpClient {
  readonly cookies: Map<string, string>
  /** `set-cookie` of the last answer, as it came. */
  setCookies: string[]
  post(call: string, body?: unknown, headers?: Record<string, string>): Promise<HttpAnswer>
  put(call: string, body: unknown): Promise<HttpAnswer>
  send(call: string, init: RequestInit): Promise<HttpAnswer>
}

export interface HttpAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

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
      const headers = new Headers(init.headers)
      if (cookies.size > 0)
        headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
      const response = await fetch(`${url}/api/${call}`, { ...init, headers })
      client.setCookies = response.headers.getSetCookie()
      for (const cookie of client.setCookies) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      return {
        status: response.status,
        headers: response.headers,
        body: (await response.json()) as Record<string, unknown>,
      }
    },
  }
  return client
}
