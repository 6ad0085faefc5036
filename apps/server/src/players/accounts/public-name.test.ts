import { expect, test } from 'vitest'
import { publicName } from './public-name.ts'

test.each([
  ['Meera Nair', 'Meera N.'],
  ['Meera', 'Meera'],
  ['Meera Lakshmi Nair', 'Meera N.'],
  ['मीरा नायर', 'मीरा न.'],
])('%s is %s', (name, shown) => {
  expect(publicName(name)).toBe(shown)
})
