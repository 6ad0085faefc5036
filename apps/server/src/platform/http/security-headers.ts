import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import helmet from 'helmet'
import { pagesIn } from './serve-web.ts'

/**
 * Says what the browser may do with our answers. Scripts and styles come from this host alone;
 * those written into a built page are known by their hash, so `unsafe-inline` isn't needed.
 * `webDirectory` is the built web app.
 */
export function addSecurityHeaders(
  server: FastifyInstance,
  { webDirectory, https }: { webDirectory?: string | undefined; https: boolean },
): void {
  const headers = headersFor({ script: [], style: [] }, https)
  // A page's hashes are a kilobyte, and a first visit asks for dozens of files that aren't pages.
  const headersOfPages = webDirectory ? headersFor(inlineHashes(webDirectory), https) : headers
  server.addHook('onRequest', async ({ url }, reply) => {
    reply.headers(/^\/(assets|api|desk)\//.test(url) ? headers : headersOfPages)
  })
}

interface Inline {
  readonly script: readonly string[]
  readonly style: readonly string[]
}

/**
 * The headers as helmet sets them. They are the same for each request, and helmet would write them
 * anew each time, so they are taken from it once (docs/decisions/2026-11-libraries.md).
 */
function headersFor(inline: Inline, https: boolean): Readonly<Record<string, string>> {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  const setHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
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
        // Scripts send what is typed. A browser would send a form's fields in the address.
        'form-action': ["'none'"],
        'frame-ancestors': ["'none'"],
        'object-src': ["'none'"],
      },
    },
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: https && { maxAge: 63_072_000 },
    xFrameOptions: { action: 'deny' },
  })
  setHeaders(response.req, response, (error) => {
    if (error) throw error
  })
  response.setHeader(
    'permissions-policy',
    'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  )
  return Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  )
}

/** The hashes of the scripts and styles that are written into the pages. */
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
