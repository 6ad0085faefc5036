import { wallets as fourWallets, type PlayerSheet } from '@pipkin/contract/desk'
import { hundredths, type Money } from '@pipkin/money'

type FourWallets = Pick<PlayerSheet['wallets'], (typeof fourWallets)[number]>
type Movement = FourWallets & { readonly at: Date }

/**
 * The newest movements, each with what all wallets held after it: down from what they hold. In
 * which order those of one moment were made isn't known: the upper one has what all of them left,
 * the others have null.
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
