import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { guards } from './guards.ts'
import { takeOut } from './take-out.ts'

test('every guard is in its file, and has tests', () => {
  expect(new Set(guards.map(({ name }) => name)).size).toBe(guards.length)
  for (const guard of guards) {
    const text = readFileSync(guard.file, 'utf8')
    expect(takeOut(guard, text)).not.toBe(text)
    expect(existsSync(guard.tests), guard.tests).toBe(true)
    if (guard.titles)
      expect(readFileSync(guard.tests, 'utf8'), guard.name).toMatch(RegExp(guard.titles))
  }
})

test('a guard whose text is missing or occurs twice is an error', () => {
  const guard = { name: 'x', file: 'f', guard: 'keep out', without: '', tests: 't' }
  expect(() => takeOut(guard, 'come in')).toThrow('not in f exactly once')
  expect(() => takeOut(guard, 'keep out, keep out')).toThrow('not in f exactly once')
  expect(takeOut(guard, 'if keep out;')).toBe('if ;')
})
