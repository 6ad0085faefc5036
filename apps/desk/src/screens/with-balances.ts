import { wallets as fourWallets, type PlayerSheet } from '@pipkin/contract/desk'
import { hundredths, type Money } from '@pipkin/money'

type FourWallets = Pick<PlayerSheet['wallets'], (typeof fourWallets)[number]>
type Movement = FourWallets & { readonly at: Date }

/**
 * The newest movements, each with what all wallets held after it, counted down from the present
 * balances. The order of movements of one moment isn't known: the upper one has the balance after
 * all of them, the others have null.
 */
export function withBalances<M extends Movement>({
  movements,
  wallets,
}: {
  readonly movements: readonly M[]
  readonly wallets: FourWallets
}): (M & { after: Money | null })[] {
  let left = fourWallets.reduce((sum, wallet) => sum + wallets[wallet], 0n)
  return movements.map((row, i) => {
    const isOfOneMoment = movements[i - 1]?.at.getTime() === row.at.getTime()
    const after = isOfOneMoment ? null : hundredths(left)
    for (const wallet of fourWallets) left -= row[wallet]
    return { ...row, after }
  })
}
