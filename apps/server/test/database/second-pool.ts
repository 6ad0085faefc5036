import { onTestFinished } from 'vitest'
import { connect, type Database } from '../../src/platform/database/database.ts'
import { slowAnswersMs } from './fresh-database.ts'

/** The connections of a second process to a test's database, until the test ends. */
export function secondPool(url: string, connections: number): Database {
  const pool = connect(url, {
    connections,
    slowAnswersMs,
    onError: ({ message }) => void process.stderr.write(`${message}\n`),
  })
  onTestFinished(() => pool.close())
  return pool
}
