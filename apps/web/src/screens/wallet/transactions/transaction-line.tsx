import type { Transaction } from '@pipkin/contract'
import { shortMoneyText, signedMoneyText, walletShortensFrom } from '@pipkin/money'
import { dayText } from '../../../browser/dates.ts'
import { Worth } from '../../../forms/worth.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { ListRow } from '../../../ui/list.tsx'
import { amountTone, transactionLook } from './transaction-look.ts'

export interface TransactionLineProps {
  row: Transaction
  game: string | undefined
  onOpen: () => void
}

/** A row of the transactions; a press opens its details, with the amount in full. */
export function TransactionLine({ row, game, onOpen }: TransactionLineProps) {
  const { label, tone, icon: Icon } = transactionLook(row)
  const full = signedMoneyText(row.amount)
  const short = (row.amount > 0n ? '+' : '') + shortMoneyText(row.amount, walletShortensFrom)
  return (
    <ListRow
      onPress={onOpen}
      start={
        <IconTile tone={tone}>
          <Icon size={20} />
        </IconTile>
      }
      title={label}
      note={[game, dayText(row.at)].filter(Boolean).join(', ')}
      end={
        <span
          title={short === full ? undefined : `${full} fkr`}
          className={cx('font-700 tracking-[-0.01em] whitespace-nowrap', amountTone(row))}
        >
          {short}
          <Worth of={row.amount} />
        </span>
      }
    />
  )
}
