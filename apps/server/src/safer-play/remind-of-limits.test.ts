import { fkr } from '@pipkin/money'
import { expect, test, vi } from 'vitest'
import { patience } from '../../../../tools/patience.ts'
import { secondPool } from '../../test/database/second-pool.ts'
import { type Accounts, openAccountsForTest } from '../../test/players/accounts.ts'
import { passTime } from '../../test/players/pass-time.ts'
import { sql } from '../platform/database/database.ts'
import { listNotices } from '../support/list-notices.ts'
import { remindOfLimits } from './remind-of-limits.ts'

const setLimit = ({ database }: Accounts, player: number, amount = fkr(100)) =>
  database.rows(sql`select ledger.set_limit($1, 'loss', 'week', $2, 'UTC')`, [player, amount])

/** The notices of a player about limits, newest first. */
async function noticesOf({ database }: Accounts, player: number) {
  const listed = await listNotices(database, { player: Object(player), limit: 20 })
  return listed.ok ? listed.answer.notices.filter(({ kind }) => kind === 'limit') : []
}

test('a player with limits is reminded each six months, once, by a notice and a mail', async () => {
  const accounts = await openAccountsForTest(false)
  const [careful, free, late, away] = await Promise.all(
    [1, 2, 3, 4].map(() => accounts.newPlayer()),
  )
  if (!careful || !free || !late || !away) throw new Error('no players')
  for (const { id } of [careful, late, away]) await setLimit(accounts, id)
  await passTime(accounts, careful.id, '5 months 27 days')
  await passTime(accounts, away.id, '7 months')
  await accounts.database.rows(sql`select ledger.take_break($1, 'timeout', '24 hours')`, [away.id])
  const second = secondPool(accounts.url, 1)
  /** The second process does it while the first is at it. */
  const remind = () =>
    accounts.database.transaction(async (first) => {
      await remindOfLimits(first, 6)
      await remindOfLimits(second, 6)
    })

  await remind()
  expect(await noticesOf(accounts, careful.id)).toEqual([])
  // A change of a limit puts no reminder off.
  await setLimit(accounts, careful.id, fkr(50))
  await passTime(accounts, careful.id, '5 days')
  await remind()
  await remind()
  expect(await noticesOf(accounts, careful.id)).toMatchObject([
    { text: expect.stringContaining('look at your limits'), link: '/account/limits' },
  ])
  for (const { id } of [free, late, away]) expect(await noticesOf(accounts, id)).toEqual([])
  const mailed = () => accounts.mails().filter(({ subject }) => subject.includes('your limits'))
  await vi.waitUntil(() => mailed().length > 0, patience)
  expect(mailed()).toMatchObject([{ to: careful.email }])
  expect(mailed()[0]?.text).toContain('/account/limits')

  await passTime(accounts, careful.id, '6 months 2 days')
  await passTime(accounts, away.id, '2 days')
  await remind()
  expect(await noticesOf(accounts, careful.id)).toHaveLength(2)
  expect(await noticesOf(accounts, away.id)).toHaveLength(1)
  // Without a limit, there is none to review.
  await accounts.owner.rows(sql`delete from ledger.limits where player_id = $1`, [careful.id])
  await passTime(accounts, careful.id, '7 months')
  await remind()
  expect(await noticesOf(accounts, careful.id)).toHaveLength(2)
})
