import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fewAtOnce } from '../limits/few-at-once.ts'

/** For the one file that a form may have. */
const mostBytes = 2 * 1024 * 1024

/** Lets the routes of this scope accept multipart/form-data, and no other type. */
export async function acceptMultipart(scope: FastifyInstance): Promise<void> {
  scope.removeContentTypeParser('application/json')
  await scope.register(multipart, {
    limits: {
      fileSize: mostBytes,
      files: 1,
      fields: 4,
      // A message's letters, of four bytes each.
      fieldSize: 16_000,
      parts: 5,
      headerPairs: 20,
    },
  })
}

/** The body isn't a form, or breaks off. */
class BadForm extends Error {
  readonly statusCode = 400
}

/** A slow form holds megabytes for long. */
const twoAtOnce = fewAtOnce(2)

/**
 * Reads a form's fields; a file's field is its bytes. Throws an error with status 413 for a form
 * that is too large, 400 for a body that isn't a form, and `TooBusy` where two of the player's are
 * being read.
 */
export async function readMultipart(request: FastifyRequest, player: number): Promise<object> {
  if (!request.isMultipart()) throw new BadForm('the body is not a form')
  return twoAtOnce(player, () => fieldsOf(request))
}

async function fieldsOf(request: FastifyRequest): Promise<object> {
  const fields: [string, unknown][] = []
  try {
    for await (const part of request.parts())
      fields.push([part.fieldname, part.type === 'file' ? await part.toBuffer() : part.value])
  } catch (cause) {
    if (cause instanceof Error && 'statusCode' in cause) throw cause
    throw new BadForm('the form could not be read', { cause })
  }
  return Object.fromEntries(fields)
}
