import { expect, test } from 'vitest'
import { freshDatabaseForTest } from '../../../test/database/fresh-database.ts'
import { copied } from './copy-calls.ts'
import { sql } from './database.ts'

/**
 * What copied functions call and nodes have no copy of: it is the house's, and a call that is alone
 * doesn't come that far. A function that is new here belongs in `copied`, or a call that needs it
 * must be left to the coordinator.
 */
const ofTheHouse = [
  ...['is_hard_now', 'locked_bonus', 'next_epoch', 'open_loss_day', 'put_back'],
  ...['take_owner_uses', 'take_parts'],
]

test('a function that reads tables is copied with those that call it, or is the house’s', async () => {
  const { owner } = await freshDatabaseForTest()
  const tables = await owner.rows<{ name: string }>(
    sql`select relname as name from pg_class where relnamespace = 'ledger'::regnamespace
        and relkind in ('r', 'v')`,
  )
  const functions = await owner.rows<{ name: string; body: string }>(
    sql`select proname as name, pg_get_functiondef(oid) as body from pg_proc
        where pronamespace = 'ledger'::regnamespace and prokind = 'f'`,
  )
  const bodies = new Map(functions.map(({ name, body }) => [name, body]))
  const names = (all: Iterable<string>) => [...all].join('|')
  const table = new RegExp(
    `\\b(from|join|update|into)\\s+\\(*(ledger\\.)?(${names(tables.map(({ name }) => name))})\\b`,
    'i',
  )
  const call = new RegExp(`(?<![.\\w])(?:ledger\\.)?(${names(bodies.keys())})\\(`, 'g')
  const callsOf = (name: string) =>
    [...(bodies.get(name) ?? '').matchAll(call)].map(([, called = '']) => called)
  const readsTables = (name: string, seen: readonly string[] = []): boolean =>
    !seen.includes(name) &&
    (table.test(bodies.get(name) ?? '') ||
      callsOf(name).some((one) => one !== name && readsTables(one, [...seen, name])))

  expect(copied.filter((name) => !bodies.has(name))).toEqual([])
  const others = new Set(copied.flatMap(callsOf).filter((name) => !copied.includes(name)))
  expect([...others].filter((name) => readsTables(name)).sort()).toEqual(ofTheHouse)
})
