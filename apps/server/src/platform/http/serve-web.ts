import { existsSync, readdirSync } from 'node:fs'
import { join, sep } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'

interface WebOptions {
  /** The page of the screens without one of their own. */
  readonly shell: string
  /** Pages that this server has filled in, by the names of the files that they replace. */
  readonly printed?: Readonly<Record<string, string>>
  /** Screens that aren't there: they get the shell, with a 404. */
  readonly closed?: RegExp | null
  /** Where a browser goes on from an address of another standard. */
  readonly redirects?: Readonly<Record<string, string>>
}

/**
 * Serves the built web app, compressed by the build. A path without an extension is a screen: some
 * have a page of their own (`/start` is `start.html`), the others get the shell, since the browser
 * knows the routes. A missing asset or well-known address is a 404, not a page.
 */
export async function serveWeb(
  server: FastifyInstance,
  directory: string,
  { shell, printed = {}, closed = null, redirects = {} }: WebOptions,
): Promise<void> {
  const pages = new Set(pagesIn(directory))
  const isHashed = (path: string) => path.includes(join(directory, 'assets'))
  await server.register(staticFiles, {
    root: directory,
    preCompressed: true,
    index: false,
    wildcard: false,
    globIgnore: [...Object.keys(printed), '**/*.br', '**/*.gz'],
    setHeaders: (response, path) =>
      void response.header(
        'cache-control',
        isHashed(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  })
  for (const [file, page] of Object.entries(printed))
    server.get(`/${file}`, (_, reply) =>
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page),
    )
  for (const [from, to] of Object.entries(redirects))
    server.get(from, (_, reply) => reply.redirect(to))
  server.get('/*', (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (/^\/(api|desk|dev|log|uploads|\.well-known)(\/|$)/.test(path) || /\.[a-z0-9]+$/i.test(path))
      return reply.callNotFound()
    if (closed?.test(path)) return reply.code(404).sendFile(shell)
    const own = path === '/' ? 'index.html' : `${path.slice(1)}.html`
    return reply.sendFile(pages.has(own) ? own : shell)
  })
}

/**
 * True for a build by `npm start`. It offers the demo wallet, so only its own machine may get it.
 */
export const isBuiltForOneMachine = (directory: string): boolean =>
  existsSync(join(directory, '.built-from'))

/** The paths of the pages in a built web app's folder. */
export const pagesIn = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.html'))
    .map((path) => path.replaceAll(sep, '/'))

/** Whether a folder has a built web app. */
export const isBuilt = (directory: string): boolean => existsSync(join(directory, 'index.html'))
