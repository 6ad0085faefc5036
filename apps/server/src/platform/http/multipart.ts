import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Two megabytes, for the one file that a form may have. */
const mostBytes = 2 * 1024 * 1024

/** Lets the routes of this scope take multipart/form-data. */
export async function takeForms(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, {
    limits: {
      fileSize: mostBytes,
      files: 1,
      fields: 4,
      fieldSize: 1_000,
      parts: 5,
      headerPairs: 20,
    },
  })
}

/** A form that breaks off or was never one. */
class NoForm extends Error {
  readonly statusCode = 400
}

/**
 * The fields of a form, a file as its bytes. Throws with 413 where it is too large, with 400 where
 * it is none.
 */
export async function readForm(request: FastifyRequest): Promise<object> {
  if (!request.isMultipart()) throw new NoForm('the body is not a form')
  const fields: [string, unknown][] = []
  try {
    for await (const part of request.parts())
      fields.push([part.fieldname, part.type === 'file' ? await part.toBuffer() : part.value])
  } catch (cause) {
    if (cause instanceof Error && 'statusCode' in cause) throw cause
    throw new NoForm('the form could not be read', { cause })
  }
  return Object.fromEntries(fields)
}
