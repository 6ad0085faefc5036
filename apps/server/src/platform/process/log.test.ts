import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('an error is logged with its code and its stack, and without the connection that it broke', () => {
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => void lines.push(line) })
  const error = Object.assign(new Error('cut'), {
    code: '57P01',
    client: { parsedStatements: 'select 1' },
  })
  log.warn({ err: error }, 'a connection was lost')
  const [line = ''] = lines
  expect(JSON.parse(line).err).toMatchObject({ type: 'Error', message: 'cut', code: '57P01' })
  expect(JSON.parse(line).err.stack).toContain('log.test.ts')
  expect(line).not.toContain('select 1')
})
