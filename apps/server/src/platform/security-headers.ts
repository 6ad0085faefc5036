import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { pagesIn } from './static.ts'

/**
 * What the browser may do with our answers. Scripts and styles come from this host alone; those written into a built page are
 * known by their hash, so `unsafe-inline` isn't needed. `webDirectory` is the built web app.
 */
export async function addSecurityHeaders(
  server: FastifyInstance,
  { webDirectory, https }: { webDirectory?: string | undefined; https: boolean },
): Promise<void> {
  const inline = webDirectory ? inlineHashes(webDirectory) : { script: [], style: [] }
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...inline.script],
        styleSrc: ["'self'", ...inline.style],
        // A browser wallet announces its icon as a data URI; a photo is cropped as a blob.
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        workerSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
      },
    },
    strictTransportSecurity: https && { maxAge: 63_072_000, includeSubDomains: true },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  })
  server.addHook('onSend', async (_, reply) => {
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
  })
}

/** The hashes of what is written into the pages themselves. */
function inlineHashes(directory: string): { script: string[]; style: string[] } {
  const pages = pagesIn(directory).map((page) => readFileSync(join(directory, page), 'utf8'))
  const hashesOf = (element: string) =>
    pages.flatMap((page) =>
      [...page.matchAll(new RegExp(`<${element}(?![^>]*\\ssrc=)[^>]*>([^]*?)</${element}>`, 'g'))].map(
        ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
      ),
    )
  return { script: [...new Set(hashesOf('script'))], style: [...new Set(hashesOf('style'))] }
}
