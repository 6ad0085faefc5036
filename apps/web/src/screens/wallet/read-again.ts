import { queryClient } from '../../api/queries.ts'

/**
 * Money has moved, or may have: reads balances, movements and open operations again, wherever they
 * are shown.
 */
export async function readMoneyAgain(): Promise<void> {
  const names = ['walletList', 'transactions', 'openOperations']
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })))
}
