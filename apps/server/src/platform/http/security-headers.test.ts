import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { addSecurityHeaders } from './security-headers.ts'

async function headersOf(https: boolean, path = '/'): Promise<Headers> {
  const directory = await mkdtemp(join(tmpdir(), 'pipkin-headers-'))
  await writeFile(
    join(directory, 'index.html'),
    '<style>a{}</style><script>theme()</script><script type="module" src="/app.js"></script>',
  )
  await mkdir(join(directory, 'account'))
  await writeFile(join(directory, 'account/terms.html'), '<style>b{}</style>')
  const server = fastify()
  onTestFinished(async () => {
    await server.close()
    await rm(directory, { recursive: true })
  })
  addSecurityHeaders(server, { webDirectory: directory, https })
  server.get('/', () => 'ok')
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  return (await fetch(`${url}${path}`)).headers
}

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

const escaped = (text: string) => text.replace(/[+/]/g, '\\$&')

test('SERVED-06 inline scripts and styles are known by their hashes, and nothing else is allowed', async () => {
  const policy = (await headersOf(false)).get('content-security-policy') ?? ''
  expect(policy).toContain(`script-src 'self' ${hash('theme()')};`)
  // The order of the styles doesn't matter.
  for (const style of ['a{}', 'b{}'])
    expect(policy).toMatch(new RegExp(`style-src 'self'[^;]* ${escaped(hash(style))}`))
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  // No browser sends a form, in an address either.
  expect(policy).toContain("form-action 'none'")
  expect(policy).not.toContain('unsafe')
})

test.each(['/assets/app-1a2b.js', '/api/gameList'])(
  '%s is no page, and is sent no hashes of pages',
  async (path) => {
    const policy = (await headersOf(false, path)).get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';style-src 'self';")
    expect(policy).not.toContain('sha256')
  },
)

test.each(['/reset-password', '/not-me'])(
  'AUTH-23 %s, where a mailed link leads, tells no other site where its reader came from',
  async (path) => {
    const policy = (await headersOf(true, path)).get('referrer-policy')
    expect(policy).toBe('same-origin')
  },
)

test('each answer has nosniff, framing, referrer, opener and permissions headers', async () => {
  const plain = await headersOf(false)
  expect(Object.fromEntries(plain)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
  })
  expect(plain.get('strict-transport-security')).toBeNull()
  expect((await headersOf(true)).get('strict-transport-security')).toContain('max-age=63072000')
})
