import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { artifacts, compile } from './compile.ts'

test.each(Object.entries(artifacts))('%s is what its sources compile to', (file, sources) => {
  expect(readFileSync(new URL(file, import.meta.url), 'utf8')).toBe(compile(sources))
})
