import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  ['MetaMask', 'MetaMask'],
  ['  two\n\tlines \u00a0', 'two lines'],
  ['safe\u202Egpj.exe', 'safe gpj.exe'],
  ['\u0000\u200b', ''],
  ['x'.repeat(40), `${'x'.repeat(19)}…`],
  ['🪙'.repeat(40), `${'🪙'.repeat(19)}…`],
  ['<b>bold</b>', '<b>bold</b>'],
  [undefined, ''],
  [['a', 'list'], ''],
])('WORDS-07 %j is shown as %j', (text, shown) => expect(plainText(text, 20)).toBe(shown))

test('a text of megabytes is cut before it is looked at', () =>
  expect(plainText('y'.repeat(50_000_000), 20)).toBe(`${'y'.repeat(19)}…`))
