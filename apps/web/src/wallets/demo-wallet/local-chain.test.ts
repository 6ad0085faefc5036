import { expect, test } from 'vitest'
import { isThisMachine } from './local-chain.ts'

test.each(['localhost', '127.0.0.1', '127.1.2.3', '[::1]', 'pipkin.localhost'])(
  '%s is this machine',
  (host) => expect(isThisMachine(host)).toBe(true),
)
test.each([
  'pipkin.example',
  'localhost.example',
  'notlocalhost',
  'a127.0.0.1',
  'example.org',
  '10.0.0.1',
  '128.0.0.1',
  '127.0.0.1.nip.io',
  '',
])('%s is not this machine', (host) => expect(isThisMachine(host)).toBe(false))
