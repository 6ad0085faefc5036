import { expect, test } from 'vitest'
import { safeCell } from './history-csv.ts'

test.for([
  ['-20.5', '-20.5'],
  ['2026-11-20T10:00:00.000Z', '2026-11-20T10:00:00.000Z'],
  ['=1+1', "'=1+1"],
  ['+44', "'+44"],
  ['-20+cmd', "'-20+cmd"],
  ['@sum', "'@sum"],
  ['\t=1', "'\t=1"],
  ['=a,"b"', `"'=a,""b"""`],
] as const)('no spreadsheet reads %j as a formula', ([text, cell]) => {
  expect(safeCell(text)).toBe(cell)
})
