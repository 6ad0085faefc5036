import {
  type HouseMovement,
  listFeeVersions,
  listMovements,
  listUnmatched,
  type MoneyPeriod,
  readMoney,
} from '@pipkin/contract/desk'
import { hundredths, zero } from '@pipkin/money'
import { act, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { mostRows } from '../src/call.ts'
import { Versions } from '../src/parts/versions.tsx'
import { Money } from '../src/screens/money.tsx'
import { openDesk } from './answers.ts'
import { renderAt } from './render-at.tsx'

/** A table that shows a page of a list is taken along whole. */

afterEach(() => vi.restoreAllMocks())

const movement = (id: string, fkr: bigint): HouseMovement => ({
  id,
  player: 10_000_001,
  name: 'Meera',
  at: new Date('2026-11-22T12:00:00Z'),
  amount: hundredths(fkr * 100n),
  fee: zero,
  transaction: null,
  other: null,
})

/** The files that were handed to the browser. */
function savedFiles(): Blob[] {
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    if (file instanceof Blob) files.push(file)
    return 'blob:of-a-test'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  return files
}

/** Opens a screen with a table, and gives its button. */
async function buttonOf(shown: ReactNode, address = '/') {
  renderAt(address, shown)
  return screen.findByRole('button', { name: 'CSV' })
}

const openMovements = () => buttonOf(<Money mayPay={false} />, '/money?view=movements&kind=deposit')

test('a file has every page of the list, by the filters of the screen', async () => {
  const desk = openDesk()
  const files = savedFiles()
  desk.answerPages(
    listMovements,
    { movements: [movement('a', 5n), movement('b', 7n)], next: '1' },
    { movements: [movement('c', 11n)], next: null },
  )
  const button = await openMovements()
  await act(async () => fireEvent.click(button))
  await expect.poll(() => files).toHaveLength(1)
  const lines = (await files[0]?.text())?.split('\r\n').slice(1, -1)
  expect(lines?.map((line) => line.split(',')[4])).toEqual(['5', '7', '11'])
  const [, ...read] = desk.asked(listMovements)
  expect(read.map(({ query }) => query)).toEqual([
    { kind: 'deposit', limit: '100' },
    { kind: 'deposit', cursor: '1', limit: '100' },
  ])
})

test('a list without end goes into a file as far as a browser can hold it, which says so', async () => {
  const desk = openDesk()
  const files = savedFiles()
  const [one, many] = [movement('a', 5n), movement('b', 7n)]
  desk.answerPages(
    listMovements,
    { movements: [one], next: '1' },
    { movements: Array.from({ length: mostRows - 1 }, () => many), next: '2' },
  )
  const button = await openMovements()
  await act(async () => fireEvent.click(button))
  await expect.poll(() => files).toHaveLength(1)
  const said = () => screen.getByRole('status').textContent
  await expect.poll(said).toBe('The file has the first 100,000 rows.')
  expect((await files[0]?.text())?.match(/\r\n/g)).toHaveLength(1 + mostRows)
  expect(button.textContent).toBe('CSV')
})

test('where a page can’t be read there is no file, and it says why', async () => {
  const desk = openDesk()
  const files = savedFiles()
  desk.answerPages(listMovements, { movements: [movement('a', 5n)], next: '1' })
  desk.refuse(listMovements, 'Something is down on our side.', 503)
  const button = await openMovements()
  await act(async () => fireEvent.click(button))
  expect(await screen.findByText('Something is down on our side.')).toBeTruthy()
  expect(files).toEqual([])
})

test('a session that ends while a file is read leaves words that hold after the log-in', async () => {
  const desk = openDesk()
  const files = savedFiles()
  desk.answerPages(listMovements, { movements: [movement('a', 5n)], next: '1' })
  desk.refuse(listMovements, 'Please log in.', 401)
  const button = await openMovements()
  await act(async () => fireEvent.click(button))
  expect(await screen.findByText(/^You were logged out before it was done/)).toBeTruthy()
  expect(files).toEqual([])
})

test('a spreadsheet reads the names in a file as they are written', async () => {
  const desk = openDesk()
  const files = savedFiles()
  desk.answer(listMovements, { movements: [{ ...movement('a', 5n), name: 'مريم' }], next: null })
  const button = await openMovements()
  await act(async () => fireEvent.click(button))
  await expect.poll(() => files).toHaveLength(1)
  const bytes = new Uint8Array((await files[0]?.arrayBuffer()) ?? new ArrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(await files[0]?.text()).toContain('مريم')
})

test('a file has no column of the buttons that stand in each row', async () => {
  const desk = openDesk()
  const files = savedFiles()
  const transfer = { block: 1, amount: zero, player: null, sender: '0xa', receiver: '0xb' }
  desk.answer(listUnmatched, [{ ...transfer, hash: '0xc' }])
  const button = await buttonOf(<Money mayPay />, '/money?view=unmatched')
  expect(screen.getByRole('columnheader', { name: 'Decide' })).toBeTruthy()
  await act(async () => fireEvent.click(button))
  await expect.poll(() => files).toHaveLength(1)
  const [heads] = (await files[0]?.text())?.split('\r\n') ?? []
  expect(heads).toBe('"Block","Amount","Player","From","To","Chain transaction"')
})

test('versions of settings are taken along whole, too', async () => {
  const desk = openDesk()
  const files = savedFiles()
  const version = (version: number) => ({
    version,
    at: new Date('2026-11-22T12:00:00Z'),
    madeBy: 'Ben',
    reason: 'ticket 7',
    changes: [],
  })
  desk.answerPages(
    listFeeVersions,
    { versions: [version(2)], next: '1' },
    { versions: [version(1)], next: null },
  )
  const button = await buttonOf(<Versions call={listFeeVersions} />)
  await act(async () => fireEvent.click(button))
  await expect.poll(() => files).toHaveLength(1)
  expect((await files[0]?.text())?.match(/^\d/gm)).toEqual(['2', '1'])
})

test('gas has few digits on screen, and all of them in its title and in the file', async () => {
  const desk = openDesk()
  const files = savedFiles()
  const day: MoneyPeriod = {
    start: '2026-11-22',
    bets: 0,
    stakes: zero,
    returns: zero,
    gross: zero,
    fees: zero,
    rewards: zero,
    toFriends: zero,
    toReferrers: zero,
    adjustments: zero,
    deposits: zero,
    withdrawals: zero,
    gasCoins: '0.001234567890123456',
    gas: hundredths(12n),
    games: [],
  }
  desk.answer(readMoney, { upto: new Date(), periods: [day], all: day, next: null })
  const button = await buttonOf(<Money mayPay={false} />, '/money')
  const gas = screen.getByText('0.001235 coins, 0.12 fkr')
  expect(gas.title).toBe('0.001234567890123456 coins')
  fireEvent.click(button)
  await vi.waitFor(() => expect(files).toHaveLength(1))
  const text = await files[0]?.text()
  expect(text).toContain('"Gas, coins"')
  expect(text).toContain(',0.001234567890123456')
})
