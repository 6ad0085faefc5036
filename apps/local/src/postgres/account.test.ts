import { expect, test } from 'vitest'
import { systemAccount } from './account.ts'

const nobody = 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin'

test('prefers the account made for PostgreSQL', () => {
  const passwd = [
    'root:x:0:0:root:/root:/bin/bash',
    nobody,
    'postgres:x:101:104::/var/lib/postgresql:/bin/bash',
    '',
  ]
  expect(systemAccount(passwd.join('\n'))).toEqual({ uid: 101, gid: 104 })
})

test('takes the unprivileged account where there is no other', () => {
  expect(systemAccount(nobody)).toEqual({ uid: 65534, gid: 65534 })
})

test('says what is missing where there is neither', () => {
  expect(() => systemAccount('root:x:0:0:root:/root:/bin/bash')).toThrow(
    'no account "postgres" or "nobody"',
  )
})
