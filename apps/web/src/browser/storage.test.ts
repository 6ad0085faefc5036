import { afterEach, describe, expect, test, vi } from 'vitest'
import { stubStorage } from '../../test/stub-storage.ts'
import { json, plainText, stored } from './storage.ts'

afterEach(() => vi.unstubAllGlobals())

const count = json(
  (value) => (typeof value === 'string' && /^\d+$/.test(value) ? BigInt(value) : undefined),
  String,
)

describe('a stored value', () => {
  test('is kept as text and parsed on read', () => {
    const items = stubStorage('localStorage')
    stored('localStorage', 'count', count).write(9_007_199_254_740_993n)
    expect(items.get('count')).toBe('"9007199254740993"')
    expect(stored('localStorage', 'count', count).read()).toBe(9_007_199_254_740_993n)
  })

  test('is undefined before it is written, once it is removed, and where it can’t be parsed', () => {
    const items = stubStorage('localStorage')
    const value = stored('localStorage', 'count', count)
    expect(value.read()).toBeUndefined()
    value.write(1n)
    value.write(undefined)
    expect(items.size).toBe(0)
    for (const text of ['', '{', 'null', '5', '"x"']) {
      items.set('count', text)
      expect(value.read(), text).toBeUndefined()
    }
  })

  test('is the same object until the text changes', () => {
    const items = stubStorage('localStorage')
    const list = stored(
      'localStorage',
      'list',
      json((value) => (Array.isArray(value) ? value : [])),
    )
    list.write([1])
    expect(list.read()).toBe(list.read())
    items.set('list', '[2]')
    expect(list.read()).toEqual([2])
  })

  test('may be plain text', () => {
    stubStorage('localStorage').set('word', 'pot')
    expect(stored('localStorage', 'word', plainText).read()).toBe('pot')
  })
})

describe('where the browser keeps nothing, a value lasts as long as the page', () => {
  const written = () => {
    const word = stored('localStorage', 'word', plainText)
    word.write('pot')
    const read = word.read()
    word.write(undefined)
    expect(word.read()).toBeUndefined()
    return read
  }

  test('a full storage', () => {
    stubStorage('localStorage', () => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    expect(written()).toBe('pot')
  })

  test('a blocked storage', () => {
    vi.stubGlobal('localStorage', undefined)
    expect(written()).toBe('pot')
  })
})
