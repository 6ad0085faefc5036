import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

test.each([
  [{ b: 1, a: [true, null, 'x'] }, '{"a":[true,null,"x"],"b":1}'],
  [
    { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, ö: 7 },
    '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}',
  ],
  [
    [56, -0, 1e30, 4.5, 2e-3, 1e-27, 333333333.3333333],
    '[56,0,1e+30,4.5,0.002,1e-27,333333333.3333333]',
  ],
  ['€$\u000f\nA\'B"\\/', '"€$\\u000f\\nA\'B\\"\\\\/"'],
  [{ a: {}, b: [] }, '{"a":{},"b":[]}'],
])('%j', (value, text) => expect(canonicalJson(value)).toBe(text))

test.each([
  undefined,
  1n,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  '\ud800',
  { a: undefined },
  [() => 1],
  { '\udc00': 1 },
])('no canonical JSON: %#', (value) => expect(() => canonicalJson(value)).toThrow(TypeError))
