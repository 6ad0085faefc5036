import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pagesIn } from './serve-web.ts'

/**
 * What the browser may do with our answers. Scripts and styles come from this host alone; those
 * written into a built page are known by their hash, so `unsafe-inline` isn't needed.
 * `webDirectory` is the built web app.
 */
export function addSecurityHeaders(
  server: FastifyInstance,
  { webDirectory, https }: { webDirectory?: string | undefined; https: boolean },
): void {
  const inline = webDirectory ? inlineHashes(webDirectory) : { script: [], style: [] }
  const headers = {
    'content-security-policy': contentPolicy({ script: [], style: [] }),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
    ...(https && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  }
  // A page's hashes are a kilobyte, and a first visit asks for dozens of files that aren't pages.
  const headersOfPages = { ...headers, 'content-security-policy': contentPolicy(inline) }
  server.addHook('onRequest', async ({ url }, reply) => {
    reply.headers(/^\/(assets|api)\//.test(url) ? headers : headersOfPages)
  })
}

interface Inline {
  readonly script: readonly string[]
  readonly style: readonly string[]
}

function contentPolicy(inline: Inline): string {
  const sources: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...inline.script],
    'style-src': ["'self'", ...inline.style],
    // A browser wallet announces its icon as a data URI; a photo is cropped as a blob.
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'manifest-src': ["'self'"],
    'worker-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
    'object-src': ["'none'"],
  }
  return Object.entries(sources)
    .map(([directive, allowed]) => [directive, ...allowed].join(' '))
    .join(';')
}

/** The hashes of what is written into the pages themselves. */
function inlineHashes(directory: string): Inline {
  const pages = pagesIn(directory).map((page) => readFileSync(join(directory, page), 'utf8'))
  const hashesOf = (element: string) =>
    pages.flatMap((page) =>
      [
        ...page.matchAll(new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([^]*?)</${element}>`, 'g')),
      ].map(([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`),
    )
  return { script: [...new Set(hashesOf('script'))], style: [...new Set(hashesOf('style'))] }
}
