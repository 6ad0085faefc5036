import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { printVerifier } from './print-verifier.ts'

const folder = mkdtempSync(join(tmpdir(), 'pipkin-verifier-'))
afterAll(() => rmSync(folder, { recursive: true }))

const source = readFileSync(new URL('../../../../web/verify.html', import.meta.url), 'utf8')
const key = '0123456789abcdef'.repeat(4)
const printed = (html: string, older: string[] = []) => {
  writeFileSync(join(folder, 'verify.html'), html)
  return printVerifier(folder, { publicKey: key, older })
}

test('the key stands in its one place, and nothing else changes', () => {
  expect(printed(source)).toContain(`<meta name="receipt-key" content="${key}" />`)
  expect(printed(source).replace(key, '')).toBe(source)
  expect(printed(source, ['a'.repeat(64)])).toContain(`content="${key} ${'a'.repeat(64)}"`)
})

test('a page without a place for it is a bug', () => {
  expect(() => printed('<html></html>')).toThrow('one place')
  expect(() => printed(source + source)).toThrow('one place')
})
