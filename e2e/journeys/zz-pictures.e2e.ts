import { fundedPlayer } from '../support/funded-player.ts'
import { expect, test } from '../support/test.ts'

test('pictures', async ({ page, baseURL }) => {
  await fundedPlayer(page, baseURL ?? '', 500)
  const rows = Array.from({ length: 20 }, (_, n) => {
    const from = new Date(Date.UTC(2026, 10, 20 - n, 18))
    const staked = 60 + ((n * 37) % 90)
    const returned = (n * 53) % 170
    return {
      from,
      to: new Date(from.getTime() + 3_600_000),
      seconds: 900 + n * 311,
      staked,
      returned,
      net: returned - staked,
      deposited: n % 4 === 0 ? 500 : 0,
      withdrawn: n % 7 === 3 ? 300 : 0,
    }
  })
  await page.route('**/api/playHistory*', (route) =>
    route.fulfill({
      json: {
        Status: true,
        Message: 'Success',
        Data: rows,
        Time_Zone: 'Asia/Kolkata',
        Lifetime: { deposited: 12_500, withdrawn: 3_300, net: 9_200 },
      },
    }),
  )
  await page.goto('/account/limits/history')
  await expect(page.getByRole('list', { name: 'History' })).toBeVisible()
  for (const [width, height] of [
    [390, 1100],
    [1440, 1000],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme })
      await page.screenshot({ path: `/tmp/hist-${width}-${colorScheme}.png` })
    }
  await page.setViewportSize({ width: 390, height: 1100 })
  await page.getByRole('button', { name: /as a table/ }).click()
  await page.screenshot({ path: '/tmp/hist-390-table.png' })
  await page.goto('/games/slot-machine')
  await expect(page.getByRole('timer')).toBeVisible()
  await page.screenshot({ path: '/tmp/hist-game.png' })
})
