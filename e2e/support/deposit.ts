import { expect, type Page } from '@playwright/test'
import type { installWallet } from './test-wallet.ts'

/** Deposits through the form, with a wallet that approves everything. */
export async function deposit(
  page: Page,
  wallet: Awaited<ReturnType<typeof installWallet>>,
  amount: string,
): Promise<void> {
  await wallet.fund()
  await page.goto('/account/wallet/deposite')
  await page.getByLabel('Payment method').selectOption('fkr')
  await page.getByLabel('Enter Amount').fill(amount)
  await page.getByRole('button', { name: /^Deposit [\d,]+ fkr/ }).click()
  await expect(page).toHaveURL('/account/wallet')
}
