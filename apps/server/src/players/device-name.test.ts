import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0'

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Safari/537.36`, 'Chrome on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${blink} Safari/537.36 Edg/142.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Windows NT 10.0) ${blink} Safari/537.36 OPR/120.0`, 'Opera on Windows'],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/26.0 Safari/605.1.15`,
    'Safari on macOS',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webkit} Version/26.0 Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${webkit} CriOS/142.0 Mobile/15E148 Safari/604.1`,
    'Chrome on iPhone',
  ],
  [`Mozilla/5.0 (Linux; Android 10; K) ${blink} Mobile Safari/537.36`, 'Chrome on Android'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  ['curl/8.14.1', 'Unknown device'],
  ['', 'Unknown device'],
  ['<b>Chrome/1</b> on Windows\r\nBcc: all@example.com', 'Chrome on Windows'],
] as const)('FREEZE-14 %s is named in words of our own', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

test('a long header takes no time and no room', () => {
  expect(deviceName(`Version/${'1.'.repeat(1_000_000)}`)).toBe('Unknown device')
  expect(deviceName(`${'x'.repeat(1_000_000)} Firefox/1 Windows`)).toBe('Unknown device')
})
