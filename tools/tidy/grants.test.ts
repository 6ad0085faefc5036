import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = 'apps/server/migrations'
const migrations = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(`${folder}/${name}`, 'utf8'),
}))

const created = /^create (?:table|view|function) ([\w.]+)/gm
const granted = /^(?:grant|revoke)\b[^;]*?\bon (?:function |table )?([^;]*?)\s(?:to|from)\s/gm

/** The migration that creates each table, view and function. */
const homes = new Map(
  migrations.flatMap(({ name, text }) =>
    [...text.matchAll(created)].map(([, it = '']) => [it, name] as const),
  ),
)

test('a grant stands in the migration of what it is on', () => {
  const strays = migrations.flatMap(({ name, text }) =>
    [...text.matchAll(granted)]
      .flatMap(([, list = '']) => list.replace(/\([^)]*\)/g, '').split(','))
      .map((it) => it.trim())
      .filter((it) => homes.has(it) && homes.get(it) !== name)
      .map((it) => `${name}: the grant on ${it} belongs into ${homes.get(it)}`),
  )
  expect(homes.size).toBeGreaterThan(300)
  expect(strays).toEqual([])
})
