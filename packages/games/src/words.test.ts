import { expect, test } from 'vitest'
import { listed } from './words.ts'

test.each([[[]], [['0.5×']], [['0.5×', '1×']], [['0.5×', '1×', '2.5×']]])(
  '%j is joined as English joins it',
  (texts) => expect(listed(texts)).toBe(new Intl.ListFormat('en-GB').format(texts)),
)
