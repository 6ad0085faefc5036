import { expect, test } from 'vitest'
import { destinationOf, destinations } from './navigation.ts'

test.each([
  ['/', 'Home'],
  ['/games', 'Games'],
  ['/account/wallet/send-money', 'Account'],
  ['/activities', 'Activities'],
  ['/support', 'Account'],
  ['/register-verify', undefined],
  ['/gamesome', undefined],
])('%s belongs to %s', (path, name) => expect(destinations[destinationOf(path)]?.name).toBe(name))
