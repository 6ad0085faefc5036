import { expect, test } from 'vitest'
import { photoUrl } from './photo-url.ts'

test.each([
  ['/uploads/a1b2.webp', '/uploads/a1b2.webp'],
  ['a1b2.webp', '/uploads/a1b2.webp'],
  ['https://elsewhere.example/x/a1b2.webp', '/uploads/a1b2.webp'],
  ['', undefined],
  [null, undefined],
])('%j is served at %j', (path, url) => expect(photoUrl(path)).toBe(url))
