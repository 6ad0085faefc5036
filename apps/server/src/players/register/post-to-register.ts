const patienceMs = 2_000
const mostBytes = 10_000

/** What the register answers in JSON, or why it is silent. It has a short time and few bytes. */
export async function postToRegister(
  url: string,
  body: object,
): Promise<{ readonly said: unknown } | string> {
  const patience = AbortSignal.timeout(patienceMs)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: patience,
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      return `it answered ${response.status}`
    }
    const text = await readShort(response)
    return text === null ? unreadableAnswer : { said: JSON.parse(text) }
  } catch (error) {
    if (patience.aborted) return `it took more than ${patienceMs} ms`
    return error instanceof SyntaxError ? unreadableAnswer : 'it was not reached'
  }
}

export const unreadableAnswer = 'it answered something else'

/** The text of an answer; null where it is too long. */
async function readShort(response: Response): Promise<string | null> {
  const parts: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop ends the connection.
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > mostBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
