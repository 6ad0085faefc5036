import type { Money } from '@pipkin/money'
import { useQuery } from '@tanstack/react-query'
import { limitsQuery } from '../api/limits.ts'

/** What an amount is worth in the operator's currency, where the profile asks to show it. */
export default function Worth({ amount }: { amount: Money | null }) {
  const fkrIs = useQuery(limitsQuery()).data?.offers.fkrIs
  const text = amount !== null && fkrIs ? worthText(amount, fkrIs) : null
  return text === null ? null : <p className="mt-1 text-sm text-ink2">Worth {text}</p>
}

/** `€0.50`, of an amount and `0.01 EUR`. For display alone: it is rounded. */
function worthText(amount: Money, fkrIs: string): string {
  const [rate, currency] = fkrIs.split(' ')
  const value = (Number(amount) / 100) * Number(rate)
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(value)
}
