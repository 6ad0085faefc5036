import { type Money, moneyText, signedMoneyText, subtract } from '@pipkin/money'
import { element } from './element.ts'

/** Facts, and what was staked and returned. */
export function figures(
  facts: Readonly<Record<string, string>>,
  stake: Money,
  returned: Money,
): HTMLElement {
  const lines = {
    ...facts,
    Stake: moneyText(stake),
    Return: moneyText(returned),
    Net: signedMoneyText(subtract(returned, stake)),
  }
  const rows = Object.entries(lines).map(([label, value]) =>
    element('div', '', element('dt', '', label), element('dd', '', value)),
  )
  return element('dl', 'figures', ...rows)
}
