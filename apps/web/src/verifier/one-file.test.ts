import { createHash } from 'node:crypto'
import { build } from 'vite'
import { beforeAll, describe, expect, test } from 'vitest'

let page = ''
const hashOf = (text = '') => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

beforeAll(async () => {
  const configFile = new URL('../../vite.verifier.config.ts', import.meta.url).pathname
  const built = await build({ configFile, logLevel: 'silent', build: { write: false } })
  const files = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  expect(files.map(({ fileName }) => fileName)).toEqual(['verify.html'])
  const [file] = files
  page = file?.type === 'asset' ? String(file.source) : ''
})

describe('verify.html', () => {
  test('allows its own script and style by their hashes, and nothing else', () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(page)?.[1]
    const scripts = [...page.matchAll(/<script[^>]*>(.*?)<\/script>/gs)].map(([, code]) => code)
    const styles = [...page.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css]) => css)
    expect([scripts.length, styles.length]).toEqual([1, 1])
    expect(policy?.split('; ')).toEqual([
      "default-src 'none'",
      `script-src ${hashOf(scripts[0])}`,
      `style-src ${hashOf(styles[0])}`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ])
  })

  test('asks for nothing: no address of another file or host', () => {
    const head = page.replaceAll(/<(script|style)[^>]*>.*?<\/\1>/gs, '')
    expect(head.match(/(src|href)="(?!data:)[^"]*"/g)).toBeNull()
    expect(page).not.toMatch(
      /\bfetch\(|XMLHttpRequest|WebSocket|\bimport\(|@import|url\((?!['"]?data:)/,
    )
  })

  test('has one place for the key, and the policy stands before the script', () => {
    expect(page.split('<meta name="receipt-key" content=""').length).toBe(2)
    expect(page.indexOf('Content-Security-Policy')).toBeLessThan(page.indexOf('<script'))
  })
})
