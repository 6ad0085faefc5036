import type { Transaction } from '@pipkin/contract'
import { dayText } from '../../../browser/dates.ts'
import { MoneyAndWorth } from '../../../forms/worth.tsx'
import { cx } from '../../../ui/cx.ts'
import { IconTile } from '../../../ui/icon-tile.tsx'
import { ListRow } from '../../../ui/list.tsx'
import { amountTone, transactionLook } from './transaction-look.ts'

export interface TransactionLineProps {
  row: Transaction
  game: string | undefined
  onOpen: () => void
}

/** A row of the transactions; a press opens its details. */
export function TransactionLine({ row, game, onOpen }: TransactionLineProps) {
  const { label, tone, icon: Icon } = transactionLook(row)
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
        <span className={cx('font-700 tracking-[-0.01em] whitespace-nowrap', amountTone(row))}>
          <MoneyAndWorth of={row.amount} signed />
        </span>
      }
    />
  )
}
