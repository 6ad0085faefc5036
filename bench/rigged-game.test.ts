import { gameOf } from '@pipkin/games'
import { spreadOf } from '@pipkin/games/band'
import { fkr } from '@pipkin/money'
import { type Browser, chromium } from '@playwright/test'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildWeb, deskDirectory } from '../apps/local/src/build.ts'
import { figureSweep } from '../apps/server/src/activity/counts/count-figures.ts'
import { sql } from '../apps/server/src/platform/database/database.ts'
import { type RunningDesk, startDesk } from '../apps/server/test/desk/desk.ts'
import { type RunningServer, startServer } from '../apps/server/test/processes/running-server.ts'
import { playSlot } from '../apps/server/test/rounds/play.ts'
import { chromiumFlags } from '../e2e/support/chromium-flags.ts'
import { ensureBrowser } from '../tools/ensure-browser.ts'
import { patience } from '../tools/patience.ts'

/** A slot that deals again, in secret, each round that would be lost. */
vi.mock(import('../packages/games/src/game-list.ts'), async (original) => {
  const { gameList } = await original()
  const [guess, mines, slot, ticTacToe] = gameList
  const rigged: typeof slot = {
    ...slot,
    open(rules, kind, chance) {
      const first = slot.open(rules, kind, chance)
      const isLost = new Set(first.reels).size === rules.reels
      const second = { ...chance, ints: (name: string) => chance.ints(`again-${name}`) }
      return isLost ? slot.open(rules, kind, second) : first
    },
  }
  return { gameList: [guess, mines, rigged, ticTacToe] as const }
})

let server: RunningServer
let desk: RunningDesk
let browser: Browser

beforeAll(async () => {
  await buildWeb()
  server = await startServer()
  desk = await startDesk(server.db, deskDirectory)
  browser = await chromium.launch({ executablePath: await ensureBrowser(), args: chromiumFlags })
})
afterAll(async () => {
  await browser?.close()
  await desk?.close()
  await server?.close()
})

const slot = gameOf({ game: 'slot-machine' }).offer
/** 24 of 64 spins lose. */
const rise = (24 / 64) * (31 / 32)
/** Six standard errors beyond the band: with this many rounds it is missed once in a billion. */
const needed = Math.ceil(((3.2905 + 6) / rise) ** 2 * spreadOf(slot.rules))

test('DESK-53 a rigged game turns its band red on the screen within the rounds that the statistics need', async () => {
  const { owner, worker } = server.db
  await owner.rows(sql`update ledger.games set min_round_ms = 0`)
  // Mines has returned what it should.
  await owner.rows(sql`
    insert into activity.game_returns (span, since, game, rules_hash, rounds, staked, returned,
      stake_squares, return_squares, players)
    select 'all', '-infinity', game, rules_hash, 1000, 1000000, 960000, 1000000000, 1500000000, 1
    from ledger.games where game = 2`)
  const player = await server.player({ deposit: fkr(50_000) })
  const auditor = await desk.operator('auditor')
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(patience.timeout)
  await context.addCookies([
    { name: 'desk', value: auditor.cookies.get('desk') ?? '', url: desk.url },
  ])
  const page = await context.newPage()
  const sweep = figureSweep(worker)
  /** What the screen says of a game once this number of its rounds is counted. */
  const shown = async (game: string, rounds: string) => {
    const row = page.getByRole('row', { name: game })
    await expect
      .poll(async () => {
        await sweep()
        await page.goto(`${desk.url}/games`)
        // The table is there with Mines.
        await page.getByRole('row', { name: 'Mines' }).waitFor()
        return row.getByRole('cell', { name: rounds, exact: true }).count()
      }, patience)
      .toBe(1)
    return {
      verdict: await row.getByRole('cell').nth(-2).textContent(),
      red: await row.locator('circle.fill-loss').count(),
    }
  }

  for (let round = 0; round < 100; round += 1) await playSlot(player, 10)
  expect(await shown('Fruit Slot', '100')).toEqual({ verdict: 'too few rounds', red: 0 })
  for (let round = 100; round < needed; round += 1) await playSlot(player, 10)
  expect(await shown('Fruit Slot', needed.toLocaleString('en'))).toEqual({
    verdict: 'returns too much',
    red: 1,
  })
  expect(await shown('Mines', '1,000')).toEqual({ verdict: 'as it should', red: 0 })
})
