import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('DESK-10: no cell of a table is a formula in a spreadsheet; quotes and lines stay in it', () => {
  expect(
    csvOf([
      ['=HYPERLINK("http://evil")', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '  =1'],
      ['Meera "M" Nair', 'two\nlines', '-12.50', '73.5', 'a=b', ''],
    ]),
  ).toBe(
    `"'=HYPERLINK(""http://evil"")","'+1+1","'-1+1","'@SUM(A1)","'\t=1","'  =1"\r\n` +
      '"Meera ""M"" Nair","two\nlines","-12.50","73.5","a=b",""\r\n',
  )
})
