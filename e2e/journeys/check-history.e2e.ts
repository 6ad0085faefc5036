import { fundedPlayer } from '../support/funded-player.ts'
import { idOf } from '../support/people.ts'
import { expect, type Page, test } from '../support/test.ts'

/**
 * A player's whole history, checked on the fairness screen and by the page that opens from disk.
 */

interface History {
  readonly proofs: { readonly [field: string]: unknown }[]
  readonly head: { readonly facts: object; readonly signature: string }
}

/** Spins the slot a few times by the calls alone, and takes the history home. */
async function historyOf(page: Page, spins: number): Promise<History> {
  const player = await idOf(page)
  const post = async (call: string, data: object) =>
    (await page.request.post(`/api/${call}`, { data: { User_Id: player, ...data } })).json()
  for (let spin = 0; spin < spins; spin += 1) {
    const { Transaction_Id } = await post('addTransaction', {
      StatusMsg: 'amtplaced',
      Amount: -10,
      Game_Id: 3,
    })
    await post('playRound', { Transaction_Id, Move: { spin: true } })
  }
  return (await page.request.get(`/api/exportHistory?User_Id=${player}&format=proofs`)).json()
}

/** What a forger might try, and how the verdict names it. */
function forgeries({ proofs, head, ...rest }: History): [History, RegExp][] {
  const [first = {}, second = {}, ...others] = proofs
  const history = { ...rest, proofs, head }
  return [
    [{ ...history, proofs: [{ ...first, payout: 70_000 }, second, ...others] }, /proof 1: payout/],
    [{ ...history, proofs: [second, first, ...others] }, /epoch 0, nonce 0 stands too late/],
    [{ ...history, proofs: proofs.slice(0, -1) }, /epoch 0, nonce 2 is missing/],
    [{ ...history, head: { ...head, signature: '0'.repeat(128) } }, /not the house's signature/],
  ]
}

const asFile = (value: object) => ({
  name: 'history.json',
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(value)),
})

test('the fairness screen checks a history beside the page, and names what is wrong with a forged one', async ({
  page,
  baseURL,
}) => {
  await fundedPlayer(page, baseURL ?? '', 100)
  const history = await historyOf(page, 3)
  await page.goto('/fairness#check')
  await page.getByRole('button', { name: 'Check my history' }).tap()
  await expect(page.getByText('This history checks out')).toBeVisible()
  await expect(page.getByText('3 settled rounds, recomputed')).toBeVisible()

  const file = page.getByLabel("A round's JSON, or a history")
  for (const [forged, named] of forgeries(history)) {
    await file.setInputFiles(asFile(forged))
    await expect(page.getByText('This history does not check out')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Checks' }).first()).toContainText(named)
  }
  await file.setInputFiles(asFile(history.proofs[0] ?? {}))
  await expect(page.getByText('This round checks out')).toBeVisible()

  // A long history shows its progress, and the page stays responsive.
  const [one = {}] = history.proofs
  await file.setInputFiles(asFile({ ...history, proofs: Array.from({ length: 1_500 }, () => one) }))
  await expect(page.getByRole('progressbar', { name: 'Rounds checked' })).toBeVisible()
  await page.getByRole('button', { name: 'Check my history' }).focus()
  await file.setInputFiles(asFile(history))
  await expect(page.getByText('This history checks out')).toBeVisible()

  // The log has a round's bet and its end, cosigned by a witness.
  await page.goto(`/fairness/${one.transactionId}`)
  const inLog = page.getByRole('list', { name: 'The log' })
  await expect(inLog.getByText(/cosigned by witness\.localhost/)).toHaveCount(2)
})

test('a history from before the house’s new key still checks out', async ({ page, baseURL }) => {
  await fundedPlayer(page, baseURL ?? '', 100)
  await historyOf(page, 1)
  await page.route('**/api/receiptKey', async (route) => {
    const response = await route.fetch()
    const { Data, ...answer } = await response.json()
    // Any other key will do.
    const publicKey = 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a'
    await route.fulfill({ json: { ...answer, Data: { publicKey, older: [Data.publicKey] } } })
  })
  await page.goto('/fairness#check')
  await page.getByRole('button', { name: 'Check my history' }).tap()
  await expect(page.getByText('This history checks out')).toBeVisible()
})

test('verify.html does the same by itself', async ({ page, context, baseURL }) => {
  await fundedPlayer(page, baseURL ?? '', 100)
  const history = await historyOf(page, 3)
  await page.goto('/verify.html')
  await context.setOffline(true)
  const file = page.getByLabel("A round's JSON, or your whole history")
  const report = page.getByRole('status')
  await file.setInputFiles(asFile(history))
  await expect(report).toContainText('This history checks out')
  for (const [forged, named] of forgeries(history)) {
    await file.setInputFiles(asFile(forged))
    await expect(report).toContainText('This history does not check out')
    await expect(report).toContainText(named)
  }
  const [one = {}] = history.proofs
  await file.setInputFiles(asFile({ ...history, proofs: Array.from({ length: 1_500 }, () => one) }))
  await expect(report).toContainText(/Checking… \d+ of 1500 rounds/)
  await file.setInputFiles(asFile(history))
  await expect(report).toContainText('This history checks out')
})
