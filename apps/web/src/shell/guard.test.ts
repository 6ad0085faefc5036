import { expect, onTestFinished, test } from 'vitest'
import { pageAfterLogIn } from './guard.ts'

test.each(['/account', '/games/mines?x=1', '/fairness/abc#x'])(
  '%s is where the player comes back to',
  (from) => expect(pageAfterLogIn({ from })).toBe(from),
)

test('a browser that lacks what is newer than its style sheets comes back, too', () => {
  const { canParse } = URL
  Reflect.deleteProperty(URL, 'canParse')
  onTestFinished(() => void Object.assign(URL, { canParse }))
  expect(pageAfterLogIn({ from: '/account' })).toBe('/account')
})

test.each([
  undefined,
  null,
  {},
  { from: 5 },
  { from: '//elsewhere.example' },
  { from: '//[' },
  { from: '/\\elsewhere.example' },
  { from: '/\t/elsewhere.example' },
  { from: 'elsewhere.example' },
  { from: 'https://elsewhere.example' },
])('SERVED-09 %j leads home', (state) => expect(pageAfterLogIn(state)).toBe('/'))
