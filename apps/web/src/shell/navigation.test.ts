import { expect, test } from 'vitest'
import { placeOf, places } from './navigation.ts'

test.each([
  ['/', 'Home'],
  ['/games', 'Games'],
  ['/account/wallet/send-money', 'Account'],
  ['/activities', 'Activities'],
  ['/support', 'Account'],
  ['/register-verify', undefined],
  ['/gamesome', undefined],
])('%s belongs to %s', (path, name) => expect(places[placeOf(path)]?.name).toBe(name))
