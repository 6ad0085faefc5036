import { accessSync, constants, mkdirSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { CannotStart } from '../process/cannot-start.ts'
import type { Surroundings } from '../process/clock.ts'
import { OutsideFailure } from '../process/outside-failure.ts'

/**
 * The folder of pictures, shared by all API processes. A file never changes, so browsers may cache
 * it for ever.
 */
export interface Uploads {
  /**
   * Stores a picture under a random name and returns the name. Throws `OutsideFailure` where the
   * folder is full or gone.
   */
  keep(webp: Buffer): Promise<string>
  /** Removes a file, if it is still there. */
  remove(name: string): Promise<void>
}

/**
 * The uploads in a folder, which is made if it is missing. Their names can't be guessed. Throws
 * `CannotStart` where there can be no such folder.
 */
export function openUploads(
  directory: string,
  { randomBytes }: Pick<Surroundings, 'randomBytes'>,
): Uploads {
  makeFolder(directory)
  return {
    async keep(webp) {
      const name = `${randomBytes(16).toString('hex')}.webp`
      // Write to a dot file, which isn't served, then rename: no browser gets half a picture.
      const beside = join(directory, `.${name}`)
      try {
        await writeFile(beside, webp)
        await rename(beside, join(directory, name))
      } catch (cause) {
        await rm(beside, { force: true })
        throw new OutsideFailure('the folder of pictures took none', { cause })
      }
      return name
    },
    remove: (name) => rm(join(directory, name), { force: true }),
  }
}

function makeFolder(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true })
    accessSync(directory, constants.W_OK)
  } catch (error) {
    throw new CannotStart(
      `UPLOADS_DIR is no folder for pictures (${error instanceof Error ? error.message : error}): name another one.`,
    )
  }
}

/** The path that a stored picture is served under. */
export const uploadPath = (name: string): string => `/uploads/${name}`

/** Serves the folder's files, as pictures that a browser runs no script of. */
export async function serveUploads(server: FastifyInstance, directory: string): Promise<void> {
  await server.register(staticFiles, {
    root: directory,
    prefix: '/uploads/',
    // The web app's files are served by a registration of their own.
    decorateReply: false,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders(response) {
      response.header('cache-control', 'public, max-age=31536000, immutable')
      response.header('x-content-type-options', 'nosniff')
      response.header('content-security-policy', "default-src 'none'; sandbox")
    },
  })
}
