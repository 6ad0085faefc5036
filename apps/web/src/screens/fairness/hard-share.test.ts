import { expect, test } from 'vitest'
import { hardShare } from './hard-share.ts'

test.each([
  [100, 'none'],
  [10, '9 in 10'],
  [50, '1 in 2'],
  [75, '1 in 4'],
  [63, '37 in 100'],
  [0, 'all'],
])('%i kind rounds in 100: %s are hard', (kind, hard) => expect(hardShare(kind)).toBe(hard))
