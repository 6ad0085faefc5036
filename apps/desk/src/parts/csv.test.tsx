import type { Call } from '@pipkin/contract'
import type { Act, Snapshot } from '@pipkin/contract/desk'
import { deskContract } from '@pipkin/contract/desk/rules'
import { hundredths, signedMoneyText } from '@pipkin/money'
import { expect, test } from 'vitest'
import { exported } from '../screens/acts.tsx'
import { snapshotColumns } from '../screens/money-owed.tsx'
import { csvOf } from './csv.ts'

const at = new Date('2026-11-22T12:00:00.123Z')

test('DESK-10 no text of an act is a formula in a spreadsheet; quotes and lines stay in it', () => {
  const act: Act = {
    n: 1_234,
    at,
    operator: '=HYPERLINK("http://evil")',
    act: '\tcmd',
    about: '-12.50',
    reason: '  +1+1',
    approver: 'Ben',
    approval: '=1+1',
    changes: [{ what: '@SUM(A1)', before: 'Meera "M" Nair', after: 'two\nlines' }],
    hash: 'a=b',
  }
  const texts = [
    '2026-11-22T12:00:00.123Z',
    `'=HYPERLINK(""http://evil"")`,
    "'\tcmd",
    "'-12.50",
    "'  +1+1",
    'Ben: =1+1',
    `'@SUM(A1): Meera ""M"" Nair → two\nlines`,
    'a=b',
  ]
  expect(csvOf(exported, [act])).toBe(
    '"No.","When","Who","What","About","Why","Approved by","Changed","Hash"\r\n' +
      `1234,${texts.map((text) => `"${text}"`).join(',')}\r\n`,
  )
})

test.each(['＝1+1', '＋1', '－1', '＠SUM(A1)', ' ＝1', '\ntext'])(
  'DESK-10 a wide sign or a new line begins no formula either: %j',
  (text) => {
    const columns = [{ head: 'Why', text: (row: string) => row }]
    expect(csvOf(columns, [text])).toBe(`"Why"\r\n"'${text}"\r\n`)
  },
)

test.each([
  ['Hello;=1+1;', "Hello;'=1+1;"],
  ['Hello; \t+1', "Hello;' \t'+1"],
  ['two\n@SUM(A1)\n-1', "two\n'@SUM(A1)\n'-1"],
  ['a ;"=1&"', `a ;'""=1&""`],
  ['a; b, 5-3=2', 'a; b, 5-3=2'],
])('DESK-10 no formula begins where semicolons or lines part the cells: %j', (text, cell) => {
  const columns = [{ head: 'Why', text: (row: string) => row }]
  expect(csvOf(columns, [text])).toBe(`"Why"\r\n"${cell}"\r\n`)
})

test('amounts that screens show are plain numbers in a file', () => {
  const snapshot: Snapshot = {
    snapshot: '20261122T120000Z',
    takenAt: at,
    players: 12_345,
    owed: hundredths(123_456_789n),
    held: hundredths(123_333_333n),
  }
  const [, line] = csvOf(snapshotColumns, [snapshot]).split('\r\n')
  expect(line).toMatch(/^"[^"]+",12345,1234567\.89,1233333\.33,-1234\.56$/)
})

test('a sign is a minus or none, a dash is no figure, and more than a number is a text', () => {
  const saved = (text: string) =>
    csvOf([{ head: 'Net', text: () => text, right: true }], [{}]).split('\r\n')[1]
  expect(saved(signedMoneyText(hundredths(123_450n)))).toBe('1234.50')
  expect(saved(signedMoneyText(hundredths(-123_450n)))).toBe('-1234.50')
  expect(saved('–')).toBe('')
  expect(saved('96.87 %')).toBe('"96.87 %"')
  expect(saved('-3')).toBe('-3')
})

/** They are shown as cards, which no one takes along. */
const cards = ['listPayouts', 'listProposals']

test('each list that comes in pages is read whole by a screen', () => {
  const sources = Object.values(
    import.meta.glob<string>('../screens/*.tsx', { query: '?raw', import: 'default', eager: true }),
  ).join()
  const isPaged = ({ call }: { call: Call }) =>
    JSON.stringify(call.answer?.shape ?? null).includes('"next"')
  const isTaken = (name: string) => new RegExp(`(everyPage\\(\\s*|call={)${name}\\b`).test(sources)
  const paged = Object.values(deskContract).filter(isPaged)
  expect(paged.length).toBeGreaterThan(15)
  expect(
    paged.map(({ call }) => call.name).filter((name) => !cards.includes(name) && !isTaken(name)),
  ).toEqual([])
})
