import { fkr, type Money, moneyText } from '@pipkin/money'
import { Chips } from '../../../ui/chips.tsx'
import { readyAmounts } from './sender-wallets.ts'

const common = [fkr(50), fkr(100), fkr(200)]

/** Round amounts, and all of it: the one way to move hundredths. */
export function ReadyAmounts({
  movable,
  value,
  onChoose,
}: {
  movable: Money
  value: string
  onChoose: (value: string, isAll: boolean) => void
}) {
  if (movable <= 0n) return null
  const text = (amount: Money) => moneyText(amount).replaceAll(',', '')
  const all = text(movable)
  const ready = readyAmounts(movable, common).map((amount) => ({
    value: text(amount),
    label: moneyText(amount),
  }))
  return (
    <Chips
      label="Ready amounts"
      options={[...ready, { value: all, label: 'Move all' }]}
      value={value}
      onChoose={(chosen) => onChoose(chosen, chosen === all)}
    />
  )
}
